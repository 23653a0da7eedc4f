import { z } from "@medusajs/framework/zod"
import { minorUnitsColumn } from "../../database/big-number"
import { idRowSchema, type Sql } from "../../database/sql"

const comparedSchema = z.object({
  id: z.string(),
  account_group: z.string(),
  occurred_at: z.date(),
  after_at: z.date(),
  amount: minorUnitsColumn,
  /** what the payout's transactions hold above its amount, as it was composed */
  difference: minorUnitsColumn,
  /** what they held when it was composed, and what they hold now */
  composed: minorUnitsColumn,
  present: minorUnitsColumn,
})

/** A payout and the rows behind it. */
export type ComparedPayout = z.infer<typeof comparedSchema>

const COMPARED = `
  SELECT payout.id, payout.account_group, payout.occurred_at, payout.after_at, payout.amount, payout.difference,
    payout.gross + payout.refunds + payout.fees + payout.returned + payout.adjustments AS composed, (
      SELECT coalesce(sum(settled.amount), 0) FROM pos_account_transaction AS settled
      WHERE settled.connection_id = payout.connection_id AND settled.account_group = payout.account_group
        AND (settled.occurred_at, settled.originating_uuid, settled.id) > (payout.after_at, payout.after_uuid, payout.after_id)
        AND (settled.occurred_at, settled.originating_uuid, settled.id) <= (payout.to_at, payout.to_uuid, payout.to_id)
        AND settled.type <> 'PAYOUT' AND settled.deleted_at IS NULL) AS present
  FROM pos_payout AS payout
  WHERE payout.connection_id = ? AND payout.deleted_at IS NULL`

/** Payouts of an account in a period behind a place, the oldest first, each with the sum of its rows. */
export async function comparePayouts(
  sql: Sql,
  read: {
    connectionId: string
    group: string
    from: Date
    until: Date
    after: { at: string; id: string }
    limit: number
  }
): Promise<ComparedPayout[]> {
  return sql(
    comparedSchema,
    `${COMPARED} AND payout.account_group = ? AND payout.occurred_at >= ? AND payout.occurred_at < ?
       AND (payout.occurred_at, payout.id) > (?::timestamptz, ?)
     ORDER BY payout.occurred_at, payout.id LIMIT ?`,
    [read.connectionId, read.group, read.from, read.until, read.after.at, read.after.id, read.limit]
  )
}

/** As {@link comparePayouts}, of one payout. */
export async function comparePayout(sql: Sql, connectionId: string, id: string): Promise<ComparedPayout | null> {
  const [payout] = await sql(comparedSchema, `${COMPARED} AND payout.id = ?`, [connectionId, id])
  return payout ?? null
}

/** Has the payouts of an account composed anew from a moment on. */
export async function composeFrom(sql: Sql, accountId: string, at: Date): Promise<void> {
  await sql(
    idRowSchema,
    "UPDATE pos_account SET compose_from = least(compose_from, ?::timestamptz), updated_at = now() WHERE id = ? RETURNING id",
    [at, accountId]
  )
}
