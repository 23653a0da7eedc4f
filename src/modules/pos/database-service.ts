import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Context } from "@medusajs/framework/types"
import type { Knex, SqlEntityManager } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { InjectManager, InjectTransactionManager, MedusaContext, MedusaService } from "@medusajs/framework/utils"
import { type Clock, systemClock } from "../../pos-api/clock"
import { fetchInParts, type Fragment } from "./database/page"
import { MANY_ROWS, planForMany, type Sql } from "./database/sql"
import { sqlByIndexes, sqlOn } from "./database/sql-on"
import { PosError } from "./errors"
import { endLease, type Lease, LeaseTimeoutError, renewLease, takeLease } from "./leases"
import * as models from "./models"
import { assertOwnTables } from "./expected-schema"
import { leaseUntil, QUEUES } from "./queue-policies"

/**
 * Streams the rows of a query in parts from one snapshot. Only one part is in memory at a time. It uses a cursor
 * because an offset would cost more with every part.
 */
async function streamRows<Row>(
  knex: Knex,
  row: z.ZodType<Row>,
  query: Fragment,
  take: (rows: Row[]) => Promise<void>
): Promise<void> {
  await knex.transaction(async (transaction) => fetchInParts(sqlOn(transaction), row, query, take), {
    readOnly: true,
    isolationLevel: "repeatable read",
  })
}

/** In-process queue that runs work of one name serially, in call order. A waiting call holds only memory. */
class KeyedQueue {
  private readonly last = new Map<string, Promise<unknown>>()

  async run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.last.get(name) ?? Promise.resolve()
    // The caller of the earlier work handles its error.
    const mine = before.then(work, work)
    this.last.set(name, mine)
    try {
      return await mine
    } finally {
      if (this.last.get(name) === mine) {
        this.last.delete(name)
      }
    }
  }
}

/** Retry intervals and maximum wait for a lease that another process holds. */
const LEASE_WAIT = { firstMs: 20, pollMs: 500, longestMs: 5 * 60_000 }

type SqlContext = Context<SqlEntityManager>

/**
 * A callback with SQL statements. It receives the current time and the context for other calls that join its
 * transaction.
 */
export type Run<Result> = (sql: Sql, now: Date, context: SqlContext) => Promise<Result>

/** Base class with the generated methods of the module's tables and the only methods that run SQL. */
export class DatabaseService extends MedusaService(models) {
  protected readonly clock_: Clock = systemClock

  /** Identifies this process as a lease holder. */
  private readonly process_ = randomUUID()
  private readonly turns_ = new KeyedQueue()
  /** The check of the plugin's own tables; null: not checked yet, or the last check failed. */
  private tables_: Promise<void> | null = null

  /** Does nothing: this module's rows have no subscribers, so an event for each would only cost time. */
  // eslint-disable-next-line @medusajs/service-methods-must-be-async -- the framework calls it and does not wait
  interceptEntityMutationEvents(): void {}

  /** Returns the current time (UTC). All code of the plugin uses this clock. */
  async now(): Promise<Date> {
    return this.clock_.now()
  }

  /**
   * Runs statements one by one, each in its own transaction: `pos.query((sql, now) => claimProductLinks(sql, …))`. When
   * a later statement fails, the writes of the earlier ones stay.
   * @throws OwnTablesError when the plugin's tables belong to another version of it
   */
  @InjectManager()
  async query<Result>(run: Run<Result>, @MedusaContext() context: SqlContext = {}): Promise<Result> {
    const sql = sqlOn(getKnex(context))
    await this.checkTables_(sql)
    return run(sql, this.clock_.now(), context)
  }

  /**
   * As {@link query}, for queries that are planned with index scans only (see database/sql.ts). Their bindings are
   * times and names of our own code: they become part of the statement.
   */
  @InjectManager()
  async queryByIndexes<Result>(run: Run<Result>, @MedusaContext() context: SqlContext = {}): Promise<Result> {
    const knex = getKnex(context)
    await this.checkTables_(sqlOn(knex))
    return run(sqlByIndexes(knex), this.clock_.now(), context)
  }

  /**
   * Runs statements in one transaction. When `run` throws, only what it wrote through its `sql` is rolled back. Calls
   * that use their own connection (`pos.query`, the generated methods, other modules) are not rolled back. Functions
   * inside the transaction pass the `sql` on.
   */
  @InjectTransactionManager()
  async transaction<Result>(run: Run<Result>, @MedusaContext() context: SqlContext = {}): Promise<Result> {
    const sql = sqlOn(getKnex(context))
    await this.checkTables_(sql)
    return run(sql, this.clock_.now(), context)
  }

  /** Checks the plugin's own tables until they fit. @throws OwnTablesError */
  private async checkTables_(sql: Sql): Promise<void> {
    this.tables_ ??= assertOwnTables(sql)
    const check = this.tables_
    try {
      await check
    } catch (error) {
      if (this.tables_ === check) {
        this.tables_ = null
      }
      throw error
    }
  }

  /**
   * Same as {@link transaction}, for statements on `count` rows. Above `MANY_ROWS` rows they are planned without
   * nested loops (see database/sql.ts).
   */
  async bulk<Result>(count: number, run: Run<Result>): Promise<Result> {
    return this.transaction(async (sql, now, context) => {
      if (count >= MANY_ROWS) {
        await planForMany(sql)
      }
      return run(sql, now, context)
    })
  }

  /** Streams the rows of a query in parts from one snapshot. Only one part is in memory at a time. */
  @InjectManager()
  async stream<Row>(
    row: z.ZodType<Row>,
    query: Fragment,
    take: (rows: Row[]) => Promise<void>,
    @MedusaContext() context: SqlContext = {}
  ): Promise<void> {
    await streamRows(getKnex(context), row, query, take)
  }

  /**
   * Same as {@link transaction}, but mutually exclusive by name across all processes. In this process, at most one
   * caller per name waits with a database connection. Use it for work that needs only the database.
   */
  async transactionAlone<Result>(name: string, run: Run<Result>): Promise<Result> {
    return this.turns_.run(name, async () =>
      this.transaction(async (sql, now, context) => {
        await lockInTransaction(sql, name)
        return run(sql, now, context)
      })
    )
  }

  /**
   * Runs work under a lease, so that no other process runs work of the same name. The work may be long or call the POS;
   * no database connection is held meanwhile. The work's writes are not rolled back.
   * @param isUnfinished whether, after this error, only this process can finish the work. The lease is then kept until
   * it expires, as after a crash.
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
        // A failed heartbeat is tolerable: a lease is valid for three intervals.
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

  /** Takes a lease, retrying while another process holds it. @throws LeaseTimeoutError */
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

function getKnex(context: SqlContext): Knex {
  const manager = context.transactionManager ?? context.manager
  if (!manager) {
    throw new PosError("pos_unexpected_state", "A query of the pos module ran outside a managed context")
  }
  return manager.getTransactionContext() ?? manager.getKnex()
}

/**
 * Waits for a PostgreSQL lock that is released at the end of the transaction. Why SQL: Medusa's locking module locks
 * only within one process unless the store has configured a provider.
 */
async function lockInTransaction(sql: Sql, name: string): Promise<void> {
  await sql(z.unknown(), "SELECT pg_advisory_xact_lock(hashtextextended(?, 0))::text", [name])
}
