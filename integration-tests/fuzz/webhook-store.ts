import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import path from "node:path"
import { createInterface } from "node:readline"
import { Pool } from "@medusajs/framework/pg"
import { z } from "zod"

const readySchema = z.object({ url: z.string(), connectionId: z.string() })
const heapSchema = z.object({ heapBytes: z.number() })
const rowsSchema = z.array(z.object({ signed_digest: z.string().nullable() }))

/** The store whose webhook endpoint is tried, in a process of its own, and its database to look into. */
export class WebhookStore {
  private constructor(
    private readonly child: ChildProcess,
    private readonly database: Pool,
    readonly url: URL,
    readonly connectionId: string
  ) {}

  /** @param env a database, a port and a sandbox, as medusa-config.ts reads them */
  static async start(env: NodeJS.ProcessEnv): Promise<WebhookStore> {
    const child = fork(path.join(__dirname, "serve-webhook.ts"), {
      execArgv: ["--expose-gc", "--import", "tsx"],
      env,
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    })
    process.once("exit", () => child.kill("SIGKILL"))
    const lines = createInterface({ input: child.stdout ?? process.stdin })
    const line = await new Promise<string>((resolve, reject) => {
      lines.on("line", (text) => text.startsWith('{"url"') && resolve(text))
      child.once("exit", (code) => reject(new Error(`The store did not start: it ended with ${code}`)))
    })
    const { url, connectionId } = readySchema.parse(JSON.parse(line))
    return new WebhookStore(child, new Pool({ connectionString: env.DATABASE_URL }), new URL(url), connectionId)
  }

  /** Bytes of the heap after a collection. */
  async heap(): Promise<number> {
    const answer = once(this.child, "message")
    this.child.send("heap")
    const [message] = await answer
    return heapSchema.parse(message).heapBytes
  }

  /** The marks of all that the inbox holds of what was signed; null for a row that has none. */
  async keptDigests(): Promise<Set<string | null>> {
    const { rows } = await this.database.query("SELECT signed_digest FROM pos_inbox_entry WHERE source = 'webhook'")
    return new Set(rowsSchema.parse(rows).map(({ signed_digest }) => signed_digest))
  }

  get isUp(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  async stop(): Promise<void> {
    await this.database.end()
    this.child.kill("SIGKILL")
  }
}
