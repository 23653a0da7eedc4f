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
import { withAdvisoryLock } from "./database/advisory-lock"
import type { Fragment } from "./database/page"
import { MANY_ROWS, planForMany, type Sql } from "./database/sql"
import { sqlOn } from "./database/sql-on"
import { streamRows } from "./database/stream-rows"
import * as models from "./models"

type SqlContext = Context<SqlEntityManager>

/** Statements that somebody runs, and the moment at which they begin. */
export type Run<Result> = (sql: Sql, now: Date) => Promise<Result>

/** The generated methods of the module's tables, and the only ways to run SQL. */
export class DatabaseService extends MedusaService(models) {
  protected readonly clock_: Clock = systemClock

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

  /** Does work that no other process does at the same time, told apart by name. What the work writes is not undone. */
  @InjectManager()
  async alone<Result>(
    name: string,
    work: () => Promise<Result>,
    @MedusaContext() context: SqlContext = {}
  ): Promise<Result> {
    return withAdvisoryLock(knexOf(context), name, work)
  }
}

function knexOf(context: SqlContext): Knex {
  const manager = context.transactionManager ?? context.manager
  if (!manager) {
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "A query of the pos module ran outside a managed context")
  }
  return manager.getTransactionContext() ?? manager.getKnex()
}
