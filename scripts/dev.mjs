import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import path from "node:path"
import { copyTill } from "./copy-till.mjs"
import { root } from "./install-locked.mjs"

/** `npm run dev`: Medusa's watch, which knows nothing of the till's page and rewrites its modules; they are kept in step. */
const child = spawn(path.join(root, "node_modules", ".bin", "medusa"), ["plugin:develop"], {
  cwd: root,
  stdio: "inherit",
  shell: process.platform === "win32",
})
const built = path.join(root, ".medusa", "server", "src", "sandbox", "till", "till-page.js")
setInterval(() => existsSync(built) && copyTill(), 1_000).unref()
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => child.kill(signal))
}
child.once("exit", (code) => process.exit(code ?? 0))
