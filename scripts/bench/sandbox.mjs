import { execFileSync } from "node:child_process"
import { mkdirSync } from "node:fs"
import path from "node:path"
import { Children } from "../demo-environment.mjs"
import { root } from "../install-locked.mjs"
import { installedServers } from "./installed-servers.mjs"
import { round } from "./table.mjs"

const RESULT = "RESULT "

export const options = {
  products: { type: "string", default: "100000" },
  purchases: { type: "string", default: "100000" },
}

const memoryOf = (pid) => Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1_024

/** The installed package beside two rivals, and the sandbox under load: seeding, reads, an import, deliveries, and its memory with a large shop. */
export function prepare(directory, say) {
  const children = new Children()
  mkdirSync(directory, { recursive: true })
  const logFile = path.join(directory, "bench.log")
  const installed = installedServers(say)
  return {
    get stopping() {
      return children.stopping
    },
    stop: () => {
      installed.stop()
      return children.stopAll()
    },
    async run({ products, purchases }) {
      say("The installed package, emulate and json-server …")
      const starts = await installed.measure()
      const start = async (name, file, ...parameters) => {
        const command = ["--import", "tsx", path.join(root, file), ...parameters]
        const line = await children.start(name, process.execPath, command, {
          env: { NODE_ENV: "production" },
          logFile,
          ready: (text) => text.startsWith('{"url"'),
        })
        return { ...JSON.parse(line), pid: children.list.at(-1).pid }
      }
      const sandbox = await start(
        "The sandbox",
        "packages/pos-sandbox/src/cli.ts",
        "--json",
        "--empty",
        "--allow-loopback"
      )
      const bare = await start("A bare server", "benchmarks/sandbox/bare-server.ts")
      say(`${Number(products).toLocaleString("en")} products, ${Number(purchases).toLocaleString("en")} purchases …`)
      const load = path.join(root, "benchmarks/sandbox/load.ts")
      const output = await children.run(
        "The load",
        process.execPath,
        ["--import", "tsx", load, sandbox.url, sandbox.controlToken, bare.url, products, purchases],
        { env: { NODE_ENV: "production" }, logFile }
      )
      const line = output.split("\n").find((text) => text.startsWith(RESULT))
      const measured = JSON.parse(line.slice(RESULT.length))
      return {
        ...starts,
        products: Number(products),
        purchases: Number(purchases),
        seed_seconds: round(measured.seed_seconds, 1),
        reads_per_second: round(measured.reads_per_second, 0),
        reads_vs_bare: round(measured.reads_per_second / measured.bare_reads_per_second, 2),
        import_2000_seconds: round(measured.import_seconds, 2),
        deliveries_per_second: round(measured.deliveries_per_second, 0),
        memory_mb: round(memoryOf(sandbox.pid), 0),
      }
    },
  }
}
