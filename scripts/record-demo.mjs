import { spawn } from "node:child_process"
import path from "node:path"
import { installLocked, root } from "./install-locked.mjs"

/** `npm run record-demo`: a sale at the demo's register becomes an order, as the README's first screen shows it. */
installLocked()
const animation = path.join(root, "docs", "screenshots", "sale-becomes-order.webp")
const program = path.join("integration-tests", "browser", "film", "take-film.ts")
const child = spawn(process.execPath, ["--import", "tsx", program, animation], { cwd: root, stdio: "inherit" })
child.once("exit", (code) => {
  process.exitCode = code ?? 1
})
