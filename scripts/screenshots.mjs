import { spawn } from "node:child_process"
import path from "node:path"
import { root } from "./install-locked.mjs"

/** `npm run screenshots`: every page of the admin, light and dark, on a desktop and a phone, into docs/screenshots. */
const child = spawn(process.execPath, [path.join(root, "scripts", "test.mjs"), "browser", "admin.spec"], {
  stdio: "inherit",
  env: { ...process.env, SCREENSHOTS: path.join(root, "docs", "screenshots") },
})
child.once("exit", (code) => {
  process.exitCode = code ?? 1
})
