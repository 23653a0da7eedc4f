import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { type Knex, knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { freePort } from "../shop/support/free-port"
import { copyMigratedDatabase, databaseUrl, dropDatabase } from "../shop/support/test-databases"
import { Child } from "./child-process"
import { PREPARED, SHOP_IS_UP } from "./process-marks"

const ROOT = path.join(__dirname, "..", "..")
const PARENT = "crash-test"
const POLL_MS = 20

const countSchema = z.object({ rows: z.array(z.object({ count: z.coerce.number() })) })
const columnsSchema = z.object({ rows: z.array(z.object({ table_name: z.string(), column_name: z.string() })) })

/**
 * A store in a process of its own that a test can kill with SIGKILL and start again on the same database and port, while
 * the sandbox lives on. Needs the environment that scripts/test.mjs gives.
 *
 *     const shop = await CrashShop.open("crash_push")        // an empty, migrated database
 *     const seeded = schema.parse(await shop.prepare("integration-tests/crash/prepare-….ts"))
 *     await shop.start()                                     // boots and pumps; about 5 s
 *     await until(async () => …look with shop.database…)
 *     await shop.kill()                                      // and shop.start() again
 *     await shop.close()
 */
export class CrashStore {
  private child: Child | null = null

  private constructor(
    private readonly name: string,
    /** the store's database, for looking on */
    readonly database: Knex,
    /** the store's address; the same after every start */
    readonly url: string,
    private readonly env: Record<string, string>
  ) {}

  /**
   * @param name of the database; an old one of that name is dropped
   * @param more of the environment, such as a feature flag
   */
  static async open(name: string, more: Record<string, string> = {}): Promise<CrashStore> {
    const port = await freePort()
    const url = `http://localhost:${port}`
    await copyMigratedDatabase(name)
    const env = {
      DATABASE_URL: databaseUrl(name),
      PORT: String(port),
      POS_PUBLIC_URL: url,
      LOG_LEVEL: "error",
      MEDUSA_DISABLE_TELEMETRY: "true",
      ...more,
    }
    const database = knex({ client: "pg", connection: `${databaseUrl(name)}?application_name=${PARENT}` })
    return new CrashStore(name, database, url, env)
  }

  /** Boots the store once, runs the file's exported `prepare` in it (prepare-process.ts), and returns its result. */
  async prepare(file: string, input: object = {}): Promise<unknown> {
    const child = this.run("prepare-process.ts", path.resolve(ROOT, file), JSON.stringify(input))
    const prepared = await child.line(PREPARED)
    await child.succeeded()
    return JSON.parse(prepared)
  }

  /** Starts the store and waits until it answers and pumps. @param more of the environment, from this start on */
  async start(more: Record<string, string> = {}): Promise<void> {
    Object.assign(this.env, more)
    this.child = this.run("shop-process.ts")
    await this.child.line(SHOP_IS_UP)
  }

  /**
   * Kills the store and waits until PostgreSQL has noticed it too. Then two minutes are over: the claims of the dead
   * have run out, and what waited for another attempt is due.
   */
  async kill(): Promise<void> {
    await this.child?.kill()
    this.child = null
    await until(async () => {
      const others = await this.database.raw(
        `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name <> ?`,
        [PARENT]
      )
      return countSchema.parse(others).rows[0]?.count === 0
    })
    await this.endWaits()
  }

  /** The last of what the running shop printed: its errors. */
  get output(): string {
    return this.child?.output ?? ""
  }

  async close(): Promise<void> {
    await this.child?.kill()
    await this.database.destroy()
    await dropDatabase(this.name)
  }

  private run(file: string, ...parameters: string[]): Child {
    const entry = path.join(__dirname, file)
    // As a store that serves customers runs.
    return Child.start(process.execPath, ["--import", "tsx", entry, ...parameters], {
      ...this.env,
      NODE_ENV: "production",
    })
  }

  private async endWaits(): Promise<void> {
    const columns = await this.database.raw(
      `SELECT table_name, column_name FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name LIKE 'pos\\_%' AND column_name ~ '(claimed_until|next_attempt_at)$'`
    )
    for (const { table_name, column_name } of columnsSchema.parse(columns).rows) {
      await this.database.raw(`UPDATE ?? SET ?? = now() - interval '1 second' WHERE ?? IS NOT NULL`, [
        table_name,
        column_name,
        column_name,
      ])
    }
  }
}

/** Looks until `look` neither fails nor says false; after `seconds` it fails with the last reason. */
export async function until(look: () => Promise<boolean | void>, seconds = 60): Promise<void> {
  for (const deadline = Date.now() + seconds * 1_000; ;) {
    let reason: unknown = new Error(`It did not come to hold within ${seconds} s: ${String(look)}`)
    try {
      if ((await look()) !== false) {
        return
      }
    } catch (error) {
      reason = error
    }
    if (Date.now() > deadline) {
      throw reason
    }
    await sleep(POLL_MS)
  }
}
