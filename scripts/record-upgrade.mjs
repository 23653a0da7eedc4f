import { spawn } from "node:child_process"
import path from "node:path"
import { root } from "./install-locked.mjs"

/** `npm run upgrade:record`: a store of this version with a past, kept for the upgrade test of all later ones. */
const child = spawn(
  process.execPath,
  [path.join(root, "scripts", "test.mjs"), "shop", "migrations", "-t", "recorded"],
  {
    stdio: "inherit",
    env: { ...process.env, RECORD_UPGRADE: "true" },
  }
)
child.once("exit", (code) => {
  process.exitCode = code ?? 1
})
