import { setTimeout as sleep } from "node:timers/promises"
import { waitFor } from "../demo-environment.mjs"
import { medusaBin } from "../demo-shop.mjs"

const UP_SECONDS = 120
const PAUSE_MS = 500

/** One process of the store. Whatever ends it, it is started again, as a machine's supervisor does. */
export class ShopProcess {
  /** how often it ended without being asked to */
  deaths = 0
  #child = null
  #stopped = false

  /**
   * @param {{ name: string, port: number, mode: "server" | "worker", cwd: string, env: Record<string, string>, logFile: string }} options
   * @param children ends it in the end
   */
  constructor(options, children) {
    Object.assign(this, options)
    this.children = children
  }

  /** Starts it and waits until it answers. */
  async start() {
    void this.#live()
    await this.isUp()
  }

  /** Waits until it answers. */
  async isUp() {
    await waitFor(`${this.name} answers`, UP_SECONDS, async () => {
      return fetch(`http://127.0.0.1:${this.port}/health`).then(
        ({ ok }) => ok,
        () => false
      )
    })
  }

  /** SIGKILL: it does nothing more, not even a clean end of its calls and transactions. */
  kill() {
    this.#child?.kill("SIGKILL")
  }

  get pid() {
    return this.#child?.pid ?? null
  }

  stop() {
    this.#stopped = true
  }

  async #live() {
    while (!this.#stopped && !this.children.stopping) {
      const { child } = this.children.launch(medusaBin, ["start"], {
        cwd: this.cwd,
        env: { ...this.env, PORT: String(this.port), MEDUSA_WORKER_MODE: this.mode },
        logFile: this.logFile,
      })
      this.#child = child
      await new Promise((resolve) => child.once("error", resolve).once("exit", resolve))
      this.deaths += 1
      await sleep(PAUSE_MS)
    }
  }
}
