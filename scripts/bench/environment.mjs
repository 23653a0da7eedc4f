import { mkdirSync, rmSync } from "node:fs"
import path from "node:path"
import { Children } from "../demo-environment.mjs"
import { root } from "../install-locked.mjs"
import { createMigratedDatabase } from "../migrated-database.mjs"
import { freePort, startPostgres } from "../postgres.mjs"

const TEMPLATE = "pos_bench_template"
const DATABASE = "pos_bench"
const RESULT = "RESULT "

/**
 * For figures of memory: the heap that Node takes by itself on a server with a gigabyte; given more, it collects later
 * and grows further.
 */
const SMALL_HEAP = "--max-old-space-size=512"

/** As docs/guides/deploy.md recommends for what serves HTTP: requests die young then. */
const WIDE_NURSERY = "--max-semi-space-size=64"

const command = (file, ...parameters) => ["--import", "tsx", path.join(root, file), ...parameters]

function resultOf(output) {
  const line = output.split("\n").find((text) => text.startsWith(RESULT))
  return JSON.parse(line.slice(RESULT.length))
}

/** A benchmark that `run(environment, options)` measures in an environment of its own, as scripts/bench.mjs prepares it. */
export const inEnvironment = (run) => (directory, say) => {
  const environment = new BenchEnvironment(directory, say)
  return {
    get stopping() {
      return environment.stopping
    },
    stop: () => environment.stop(),
    run: (options) => run(environment, options),
  }
}

/** What benchmarks run beside: a PostgreSQL, the sandbox in a process of its own, and an empty shop's database. */
export class BenchEnvironment {
  children = new Children()
  postgres = null
  databases = new Set()

  constructor(directory, say) {
    this.directory = directory
    this.logFile = path.join(directory, "bench.log")
    this.say = say
    this.env = {
      MEDUSA_DISABLE_TELEMETRY: "true",
      LOG_LEVEL: "error",
      // As a store that serves customers runs.
      NODE_ENV: "production",
    }
    mkdirSync(directory, { recursive: true })
  }

  /** @param dialect how the sandbox answers; medusa-config.ts reads it too, for the limits that go with it */
  async start({ dialect = "spec" } = {}) {
    const { children, env, logFile } = this
    this.postgres = await startPostgres({ directory: path.join(this.directory, "postgres"), durable: false })
    const line = await children.start(
      "The sandbox",
      process.execPath,
      [
        "--import",
        "tsx",
        "packages/pos-sandbox/src/cli.ts",
        "--json",
        "--empty",
        "--allow-loopback",
        "--dialect",
        dialect,
      ],
      { env, logFile, ready: (text) => text.startsWith('{"url"') }
    )
    const { url, controlToken } = JSON.parse(line)
    Object.assign(env, { POS_SERVICE_URL: url, POS_CONTROL_TOKEN: controlToken, POS_DIALECT: dialect })
    this.say("Preparing an empty shop …")
    await createMigratedDatabase({ postgres: this.postgres, children, name: TEMPLATE, env, logFile })
  }

  /** Runs a measurement in a process and a database of its own. Returns its figures. */
  async measure(file, count) {
    this.say(`${file}, ${count.toLocaleString("en")} …`)
    const env = await this.freshShop()
    return resultOf(
      await this.children.run(file, process.execPath, [SMALL_HEAP, ...command(file, String(count))], this.options(env))
    )
  }

  /** An empty shop's database and a port; what a process needs to be that shop. */
  async freshShop(name = DATABASE) {
    this.databases.add(name)
    await this.postgres.dropDatabase(name)
    await this.postgres.createDatabase(name, TEMPLATE)
    const port = await freePort()
    const POS_PUBLIC_URL = `http://localhost:${port}`
    return { DATABASE_URL: this.postgres.url(name), PORT: String(port), POS_PUBLIC_URL }
  }

  /** Starts a server that reports its addresses in a line of JSON; it runs until the bench ends. */
  async serve(file, env) {
    const ready = (text) => text.startsWith('{"url"')
    const parameters = [WIDE_NURSERY, ...command(file)]
    return JSON.parse(await this.children.start(file, process.execPath, parameters, { ...this.options(env), ready }))
  }

  /** Runs a program against servers that are up. Returns its figures. */
  async load(file, env, ...parameters) {
    return resultOf(await this.children.run(file, process.execPath, command(file, ...parameters), this.options(env)))
  }

  options(env) {
    return { env: { ...this.env, ...env }, logFile: this.logFile }
  }

  /** True once everything is being ended; what fails from then on fails for that. */
  get stopping() {
    return this.children.stopping
  }

  async stop() {
    await this.children.stopAll()
    if (this.postgres) {
      for (const name of [...this.databases, TEMPLATE]) {
        await this.postgres.dropDatabase(name)
      }
      await this.postgres.stop()
      rmSync(path.join(this.directory, "postgres"), { recursive: true, force: true })
    }
  }
}
