import { mkdirSync } from "node:fs"
import path from "node:path"
import { Children, DemoState, randomSecret } from "../demo-environment.mjs"
import * as demoShop from "../demo-shop.mjs"
import { jsonApi } from "../demo-story.mjs"
import { freePort, startPostgres } from "../postgres.mjs"
import { startRedis } from "../redis.mjs"
import { startRoundRobin } from "./round-robin.mjs"
import { ShopProcess } from "./shop-process.mjs"

const DATABASE = "pos-cluster"
const HOST = "127.0.0.1"

/**
 * The demo's shop as a grown one runs: servers behind a proxy, workers, one PostgreSQL, one Redis, and the sandbox, each a
 * process of its own.
 */
export class Cluster {
  children = new Children()
  /** @type {ShopProcess[]} */
  processes = []
  #stops = []

  /** @param {{ directory: string, logs?: string, servers: number, workers: number, withAdmin: boolean, env?: Record<string, string>, dialect?: string, say: (text: string) => void }} options */
  constructor({ directory, logs, servers, workers, withAdmin, env = {}, dialect = "spec", say }) {
    Object.assign(this, { directory, servers, workers, withAdmin, extra: env, dialect, say })
    this.logs = logs ?? path.join(directory, "logs")
    this.state = new DemoState(directory)
    mkdirSync(this.logs, { recursive: true })
  }

  /** Starts everything; when it returns, every process answers. */
  async start() {
    const { children, state, say, withAdmin, directory } = this
    const secret = await state.once("secret", async () => randomSecret())
    const password = await state.once("password", async () => randomSecret().slice(0, 16))
    const proxyPort = await state.once("proxyPort", freePort)
    const sandboxPort = await state.once("sandboxPort", freePort)
    this.shopUrl = `http://localhost:${proxyPort}`

    say("Starting PostgreSQL and Redis …")
    // What is missing is said before anything else takes its time.
    this.redis = await startRedis({ directory: path.join(directory, "redis") })
    this.#stops.push(() => this.redis.stop())
    this.postgres = await startPostgres({ directory: path.join(directory, "postgres") })
    this.#stops.push(() => this.postgres.stop())
    await this.postgres.createDatabase(DATABASE)
    this.databaseUrl = this.postgres.url(DATABASE)
    const { databaseUrl, shopUrl } = this
    const sandboxUrl = `http://${HOST}:${sandboxPort}`
    const base = { databaseUrl, secret, password, directory, sandboxUrl, shopUrl, withAdmin }
    const env = { ...demoShop.shopEnvironment(base), ...this.extra }
    await demoShop.prepareDemoShop({ children, state, env, logFile: this.logOf("preparation"), withAdmin, say })

    say("Starting the POS and the store's processes …")
    this.sandbox = await demoShop.startDemoSandbox({
      children,
      env,
      directory,
      port: sandboxPort,
      dialect: this.dialect,
      logFile: this.logOf("sandbox"),
    })
    this.control = jsonApi(this.sandbox.url, { authorization: `Bearer ${this.sandbox.controlToken}` })
    Object.assign(env, await demoShop.registerDemoShop({ control: this.control, state, shopUrl }))
    await this.#startShop({ ...env, REDIS_URL: this.redis.url }, proxyPort)
    this.login = { email: demoShop.ADMIN_EMAIL, password }
  }

  async #startShop(env, proxyPort) {
    const { cwd, NODE_ENV } = demoShop.startOfShop({ withAdmin: this.withAdmin, images: env.DEMO_STATIC })
    const names = (mode, count) => Array.from({ length: count }, (_, index) => ({ name: `${mode}-${index + 1}`, mode }))
    for (const { name, mode } of [...names("server", this.servers), ...names("worker", this.workers)]) {
      const options = { name, mode, cwd, port: await freePort(), env: { ...env, NODE_ENV }, logFile: this.logOf(name) }
      this.processes.push(new ShopProcess(options, this.children))
    }
    await Promise.all(this.processes.map((one) => one.start()))
    const targets = this.processes.filter(({ mode }) => mode === "server").map(({ port }) => ({ host: HOST, port }))
    const proxy = await startRoundRobin({ port: proxyPort, targets })
    this.#stops.push(() => proxy.close())
  }

  logOf(name) {
    return path.join(this.logs, `${name}.log`)
  }

  /** The process of that name, such as `worker-1`. */
  process(name) {
    const found = this.processes.find((one) => one.name === name)
    if (!found) {
      throw new Error(`There is no ${name}; there are ${this.processes.map((one) => one.name).join(", ")}`)
    }
    return found
  }

  /** Ends everything in the reverse order. */
  async stop() {
    this.processes.forEach((one) => one.stop())
    await this.children.stopAll()
    for (const stop of this.#stops.splice(0).reverse()) {
      await stop()
    }
  }
}
