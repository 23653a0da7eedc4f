import { spawn } from "node:child_process"
import { once } from "node:events"
import { installLocked, root } from "./install-locked.mjs"
import { stopOnSignal } from "./stop-on-signal.mjs"

/**
 * `npm run soak:sandbox [-- --requests N --dialect spec|field|odd]`: a million calls to one sandbox. Ends with 0 when its memory is
 * as it was after the first fifth.
 */
installLocked()
const program = ["--expose-gc", "--import", "tsx", "integration-tests/fuzz/soak-sandbox.ts", ...process.argv.slice(2)]
const soak = spawn(process.execPath, program, { cwd: root, stdio: "inherit" })
stopOnSignal(async () => void soak.kill())
const [code] = await once(soak, "exit")
process.exitCode = code ?? 1
