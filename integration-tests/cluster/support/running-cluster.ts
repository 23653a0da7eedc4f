import { type ChildProcess, spawn } from "node:child_process"
import path from "node:path"
import { createInterface } from "node:readline"
import { z } from "zod"

const ROOT = path.join(__dirname, "..", "..", "..")
const LOGS = path.join(ROOT, ".data", "test-cluster")

/** Where everything of the cluster is. */
export type Places = z.output<typeof placesSchema>

const placesSchema = z.object({
  shop_url: z.string(),
  login: z.object({ email: z.string(), password: z.string() }),
  sandbox_url: z.string(),
  control_token: z.string(),
  database_url: z.string(),
  /** names of the store's processes */
  processes: z.array(z.string()),
  /** a file with a line of JSON for each `order.placed` that the demo shop's own subscriber received */
  orders_file: z.string(),
})
const answerSchema = z.object({ id: z.number(), error: z.string().optional() })

/** The cluster did not do what a test asked it for. */
class ClusterError extends Error {
  override name = "ClusterError"
}

type Waiting = { resolve: () => void; reject: (error: Error) => void }

/** Servers, workers, PostgreSQL, Redis and sandbox in processes of their own (scripts/cluster/host.mjs), and faults to them. */
export class RunningCluster {
  private readonly waiting = new Map<number, Waiting>()
  private lastId = 0

  private constructor(
    private readonly host: ChildProcess,
    private readonly ended: Promise<number | null>,
    readonly places: Places
  ) {}

  /** Starts everything with an empty database; about half a minute, more when the plugin must be built. */
  static async start(): Promise<RunningCluster> {
    // A PostgreSQL that somebody else runs is not restarted under his feet; the runner's own modules are none of Medusa's.
    const { DATABASE_URL: _url, NODE_OPTIONS: _options, NODE_ENV: _env, JEST_WORKER_ID: _id, ...env } = process.env
    const host = spawn(process.execPath, [path.join(ROOT, "scripts", "cluster", "host.mjs"), LOGS], {
      stdio: ["pipe", "pipe", "inherit"],
      env,
    })
    const ended = new Promise<number | null>((resolve) => host.once("exit", resolve))
    const lines = createInterface({ input: host.stdout })
    const first = new Promise<string>((resolve) => lines.once("line", resolve))
    const reported = await Promise.race([first, ended])
    if (typeof reported !== "string") {
      throw new ClusterError(`The cluster did not start; its logs are in ${LOGS}`)
    }
    const cluster = new RunningCluster(host, ended, placesSchema.parse(JSON.parse(reported)))
    lines.on("line", (line) => cluster.answered(line))
    return cluster
  }

  /** SIGKILL for one of the store's processes. Waits until it was started again and answers. */
  async kill(name: string): Promise<void> {
    await this.order({ order: "kill", name })
  }

  /** PostgreSQL ends at once, as in a crash, and is back after `downMs`. */
  async restartPostgres(downMs: number): Promise<void> {
    await this.order({ order: "postgres", down_ms: downMs })
  }

  /** Redis is killed and is back after `downMs`, empty. */
  async restartRedis(downMs: number): Promise<void> {
    await this.order({ order: "redis", down_ms: downMs })
  }

  async stop(): Promise<void> {
    this.host.stdin?.end()
    await this.ended
  }

  private async order(order: object): Promise<void> {
    const id = ++this.lastId
    await new Promise<void>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      this.host.stdin?.write(`${JSON.stringify({ id, ...order })}\n`)
    })
  }

  private answered(line: string): void {
    const { id, error } = answerSchema.parse(JSON.parse(line))
    const waiting = this.waiting.get(id)
    this.waiting.delete(id)
    if (error === undefined) {
      waiting?.resolve()
    } else {
      waiting?.reject(new ClusterError(error))
    }
  }
}
