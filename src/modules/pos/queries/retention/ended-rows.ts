import { idRowSchema, type Sql } from "../../database/sql"

/** When a row of a kind has ended, in SQL, with the moment as its one binding. */
const ENDED = {
  runs: { table: "pos_run", condition: "state IN ('finished', 'cancelled', 'failed') AND finished_at < ?" },
  differences: { table: "pos_stock_difference", condition: "state <> 'open' AND resolved_at < ?" },
  moneyDifferences: { table: "pos_money_difference", condition: "state <> 'open' AND resolved_at < ?" },
  attempts: { table: "pos_attempt_count", condition: "window_ends_at < ?" },
} as const

export type EndedKind = keyof typeof ENDED

/** So many are gone within a moment, which nobody at a till notices. */
const PRUNED_AT_ONCE = 5_000

/** Forgets rows that ended before a moment, a bounded number of them. @returns whether there may be more */
export async function pruneEnded(sql: Sql, kind: EndedKind, before: Date): Promise<boolean> {
  const { table, condition } = ENDED[kind]
  const rows = await sql(
    idRowSchema,
    `DELETE FROM ${table} WHERE id = ANY(ARRAY(
       SELECT id FROM ${table} WHERE ${condition} LIMIT ? FOR UPDATE SKIP LOCKED))
     RETURNING id`,
    [before, PRUNED_AT_ONCE]
  )
  return rows.length === PRUNED_AT_ONCE
}
