import path from "node:path"
import { Child } from "../../crash/child-process"
import { SHOP_IS_UP } from "../../crash/process-marks"
import { freePort } from "./free-port"

const SHOP_PROCESS = path.join(__dirname, "..", "..", "crash", "shop-process.ts")

/**
 * Another process of a suite's shop, which works on the same database at the same time: it sweeps the queues five times a
 * second, without being reported anything.
 */
export class SecondWorker {
  private turn: Promise<void> = Promise.resolve()

  private constructor(
    private readonly databaseUrl: string,
    private readonly port: number,
    private child: Child
  ) {}

  /** Starts it and waits until it works; some five seconds. */
  static async start(databaseUrl: string): Promise<SecondWorker> {
    const port = await freePort()
    const child = run(databaseUrl, port)
    await child.line(SHOP_IS_UP)
    return new SecondWorker(databaseUrl, port, child)
  }

  /** It is killed in the middle of whatever it does, and comes back some seconds later. */
  async dieAndReturn(): Promise<void> {
    await this.inTurn(async () => {
      await this.child.kill()
      this.child = run(this.databaseUrl, this.port)
    })
  }

  async end(): Promise<void> {
    await this.inTurn(async () => this.child.kill())
  }

  /** Who dies twice at once comes back once: another would work on behind the test's back. */
  private async inTurn(work: () => Promise<void>): Promise<void> {
    this.turn = this.turn.then(work)
    await this.turn
  }
}

function run(databaseUrl: string, port: number): Child {
  return Child.start(process.execPath, ["--import", "tsx", SHOP_PROCESS], {
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    LOG_LEVEL: "error",
    MEDUSA_DISABLE_TELEMETRY: "true",
    // As a store that serves customers runs.
    NODE_ENV: "production",
  })
}
