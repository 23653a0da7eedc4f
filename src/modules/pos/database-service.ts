import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Context } from "@medusajs/framework/types"
import type { Knex, SqlEntityManager } from "@medusajs/framework/mikro-orm/knex"
import type { z } from "@medusajs/framework/zod"
import {
  InjectManager,
  InjectTransactionManager,
  MedusaContext,
  MedusaError,
  MedusaService,
} from "@medusajs/framework/utils"
import { type Clock, systemClock } from "../../pos-api/clock"
import { KeyedQueue } from "./database/keyed-queue"
import { lockInTransaction } from "./database/lock-in-transaction"
import type { Fragment } from "./database/page"
import { MANY_ROWS, planForMany, type Sql } from "./database/sql"
import { sqlOn } from "./database/sql-on"
import { streamRows } from "./database/stream-rows"
import { LeaseTimeoutError } from "./lease-timeout-error"
import * as models from "./models"
import { endLease, type Lease, renewLease, takeLease } from "./queries/queue/leases"
import { leaseUntil, QUEUES } from "./queue-terms"

/** How often a lease that another process holds is asked for, and how long. */
const LEASE_WAIT = { firstMs: 20, pollMs: 500, longestMs: 5 * 60_000 }

type SqlContext = Context<SqlEntityManager>

/** Statements that somebody runs, and the moment at which they begin. */
export type Run<Result> = (sql: Sql, now: Date) => Promise<Result>

/** The generated methods of the module's tables, and the only ways to run SQL. */
export class DatabaseService extends MedusaService(models) {
  protected readonly clock_: Clock = systemClock

  /** Names this process among all that take leases. */
  private readonly process_ = randomUUID()
  private readonly turns_ = new KeyedQueue()

  /** Rows of this module are bookkeeping that nobody subscribes to; an event for each would only cost. */
  // eslint-disable-next-line @medusajs/service-methods-must-be-async -- the framework calls it and does not wait
  interceptEntityMutationEvents(): void {}

  /** The clock that everything of the plugin reads (UTC). */
  async now(): Promise<Date> {
    return this.clock_.now()
  }

  /**
   * Runs statements one by one, each its own transaction: `pos.query((sql, now) => claimProductLinks(sql, …))`. What one
   * wrote stays when a later one fails.
   */
  @InjectManager()
  async query<Result>(run: Run<Result>, @MedusaContext() context: SqlContext = {}): Promise<Result> {
    return run(sqlOn(knexOf(context)), this.clock_.now())
  }

  /**
   * Runs statements in one transaction. When `run` throws, everything that it wrote by its `sql` is undone, and nothing
   * else: what it called that has a connection of its own (`pos.query`, the generated methods, other modules) stays.
   * Whoever works inside hands the `sql` on.
   */
  @InjectTransactionManager()
  async transaction<Result>(run: Run<Result>, @MedusaContext() context: SqlContext = {}): Promise<Result> {
    return run(sqlOn(knexOf(context)), this.clock_.now())
  }

  /**
   * As {@link transaction} for statements on `count` rows: from many on they are planned without nested loops
   * (database/sql.ts says why).
   */
  async bulk<Result>(count: number, run: Run<Result>): Promise<Result> {
    return this.transaction(async (sql, now) => {
      if (count >= MANY_ROWS) {
        await planForMany(sql)
      }
      return run(sql, now)
    })
  }

  /** Hands over the rows of a query part by part, all of one moment, with as many in memory as one part has. */
  @InjectManager()
  async stream<Row>(
    row: z.ZodType<Row>,
    query: Fragment,
    take: (rows: Row[]) => Promise<void>,
    @MedusaContext() context: SqlContext = {}
  ): Promise<void> {
    await streamRows(knexOf(context), row, query, take)
  }

  /**
   * As {@link transaction}, and no other process runs one of this name at the same time. Of this process only one waits
   * with a connection for another process's to end. For work that needs the database alone.
   */
  async transactionAlone<Result>(name: string, run: Run<Result>): Promise<Result> {
    return this.turns_.run(name, async () =>
      this.transaction(async (sql, now) => {
        await lockInTransaction(sql, name)
        return run(sql, now)
      })
    )
  }

  /**
   * Does work that no other process does at the same time, told apart by name, and that may take long or call the POS: a
   * lease is held meanwhile, and no connection. What the work writes is not undone.
   * @param isUnfinished whether, after this error, only this process can finish the work: it keeps the lease then, for as
   * long as one of a process that died
   * @throws LeaseTimeoutError
   */
  async alone<Result>(
    name: string,
    work: () => Promise<Result>,
    isUnfinished: (error: unknown) => boolean = () => false
  ): Promise<Result> {
    const lease: Lease = { name, token: this.process_ }
    return this.turns_.run(name, async () => {
      await this.awaitLease_(lease)
      const heartbeat = setInterval(() => {
        // A heartbeat that fails is made up for by the next: a lease outlasts three.
        this.query((sql, now) => renewLease(sql, lease, leaseUntil("leases", now))).catch(() => undefined)
      }, QUEUES.leases.renewMs).unref()
      try {
        const result = await work()
        await this.query((sql) => endLease(sql, lease))
        return result
      } catch (error) {
        if (!isUnfinished(error)) {
          await this.query((sql) => endLease(sql, lease))
        }
        throw error
      } finally {
        clearInterval(heartbeat)
      }
    })
  }

  /** Takes a lease, asking again and again while another process holds it. */
  private async awaitLease_(lease: Lease): Promise<void> {
    const deadline = performance.now() + LEASE_WAIT.longestMs
    for (let wait = LEASE_WAIT.firstMs; ; wait = Math.min(2 * wait, LEASE_WAIT.pollMs)) {
      if (await this.query((sql, now) => takeLease(sql, lease, { now, until: leaseUntil("leases", now) }))) {
        return
      }
      if (performance.now() > deadline) {
        throw new LeaseTimeoutError(lease.name, LEASE_WAIT.longestMs / 1_000)
      }
      await sleep(wait * (0.5 + Math.random() / 2))
    }
  }
}

function knexOf(context: SqlContext): Knex {
  const manager = context.transactionManager ?? context.manager
  if (!manager) {
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "A query of the pos module ran outside a managed context")
  }
  return manager.getTransactionContext() ?? manager.getKnex()
}
