import { z } from "zod"
import { PAYOUT_STATES, type ShownPayoutState } from "../../contract/finance"
import { minorUnitsColumn, momentColumn, nullableMomentColumn } from "../../modules/pos/database/big-number"
import { withinDays } from "../../modules/pos/database/days"
import { allOf, countUpTo, fragment, type Listed, type Page } from "../../modules/pos/database/page"
import type { Sql } from "../../modules/pos/database/sql"
import type { AccountTypeGroup } from "../../pos-api/contract"

export const listedPayoutSchema = z.object({
  id: z.string(),
  connection_id: z.string(),
  account_group: z.string(),
  transaction_id: z.string(),
  originating_uuid: z.string(),
  occurred_at: momentColumn,
  amount: minorUnitsColumn,
  state: z.enum(PAYOUT_STATES),
  difference: minorUnitsColumn,
  retained: minorUnitsColumn,
  transactions: z.number(),
  gross: minorUnitsColumn,
  refunds: minorUnitsColumn,
  fees: minorUnitsColumn,
  returned: minorUnitsColumn,
  adjustments: minorUnitsColumn,
  failed_transaction_id: z.string().nullable(),
  failed_at: nullableMomentColumn,
})

export type ListedPayout = z.infer<typeof listedPayoutSchema>

export const PAYOUT_ORDERS = ["occurred_at", "-occurred_at", "amount", "-amount"] as const

export type PayoutFilters = {
  connectionId: string
  group: AccountTypeGroup
  state?: ShownPayoutState | undefined
  from?: Date | undefined
  to?: Date | undefined
  order?: (typeof PAYOUT_ORDERS)[number] | undefined
}

const COLUMNS = Object.keys(listedPayoutSchema.shape).join(", ")

/** Lists payouts, the latest first by default; `amount` sorts by what the bank received. */
export async function listPayouts(sql: Sql, filters: PayoutFilters, page: Page): Promise<Listed<ListedPayout>> {
  const where = allOf(
    fragment("connection_id = ? AND account_group = ?", filters.connectionId, filters.group),
    fragment("deleted_at IS NULL"),
    filters.state === "failed" ? fragment("failed_at IS NOT NULL") : null,
    filters.state === "closed" || filters.state === "difference" ? fragment("state = ?", filters.state) : null,
    filters.from === undefined ? null : fragment("occurred_at >= ?", filters.from),
    filters.to === undefined ? null : fragment("occurred_at < ?", filters.to)
  )
  const order = {
    occurred_at: "occurred_at, id",
    "-occurred_at": "occurred_at DESC, id DESC",
    amount: "amount DESC, id",
    "-amount": "amount, id",
  }[filters.order ?? "-occurred_at"]
  const from = { text: `FROM pos_payout WHERE ${where.text}`, bindings: where.bindings }
  const [rows, counted] = await Promise.all([
    sql(listedPayoutSchema, `SELECT ${COLUMNS} ${from.text} ORDER BY ${order} LIMIT ? OFFSET ?`, [
      ...from.bindings,
      page.limit,
      page.offset,
    ]),
    countUpTo(sql, from),
  ])
  return { rows, ...counted }
}

export async function findPayout(sql: Sql, id: string): Promise<ListedPayout | null> {
  const statement = `SELECT ${COLUMNS} FROM pos_payout WHERE id = ? AND deleted_at IS NULL`
  const [payout] = await sql(listedPayoutSchema, statement, [id])
  return payout ?? null
}

/**
 * Finds the latest payouts by what the bank received, on a day of the organization, or both.
 * @param search `amounts`: minor units; `day`: an ISO date; a search with neither finds nothing
 */
export async function searchPayouts(
  sql: Sql,
  search: { connectionId: string; timeZone: string; amounts: number[]; day: string | null },
  limit: number
): Promise<ListedPayout[]> {
  const { connectionId, timeZone, amounts, day } = search
  if (amounts.length === 0 && day === null) {
    return []
  }
  const where = allOf(
    fragment("connection_id = ? AND deleted_at IS NULL", connectionId),
    amounts.length === 0 ? null : fragment("amount = ANY(?::numeric[])", amounts),
    day === null ? null : withinDays("occurred_at", { from: day, to: day, timeZone })
  )
  const statement = `SELECT ${COLUMNS} FROM pos_payout WHERE ${where.text} ORDER BY occurred_at DESC, id DESC LIMIT ?`
  return sql(listedPayoutSchema, statement, [...where.bindings, limit])
}

const feeRateSchema = z.object({
  payment_uuid: z.string(),
  type: z.string(),
  amount: minorUnitsColumn,
  fee: minorUnitsColumn,
  /** percent of the amount, and the usual rate of the type in the period; decimal text */
  rate: z.string(),
  usual_rate: z.string(),
  settled_at: momentColumn,
  receipt_id: z.string(),
  order_id: z.string().nullable(),
})

export type UnusualFee = z.infer<typeof feeRateSchema>

/** A fee is a whole number of minor units, so a usual rate may differ by this many of them. */
const ROUNDING = 1

/**
 * Lists payments whose fee differs from the usual rate of their type by more than `tolerance` percentage points, the
 * largest difference first. The usual rate is the median of the period.
 */
export async function listUnusualFees(
  sql: Sql,
  filters: { connectionId: string; from: Date; to: Date; tolerance: number },
  page: Page
): Promise<UnusualFee[]> {
  return sql(
    feeRateSchema,
    // OFFSET 0 makes PostgreSQL look up each payment's own rows, a handful, by index. Without it, depending on its
    // latest statistics, it reads all fees for each payment, or all receipts and payments for those of one week.
    `WITH paid AS MATERIALIZED (
       SELECT payment.payment_uuid, payment.type, payment.receipt_id, moved.amount, moved.occurred_at AS settled_at,
         coalesce(charged.fee, 0) AS fee, -coalesce(charged.fee, 0) * 100 / moved.amount AS rate
       FROM pos_account_transaction AS moved
       CROSS JOIN LATERAL (
         SELECT payment_uuid, type, receipt_id FROM pos_receipt_payment
         WHERE id = moved.receipt_payment_id OFFSET 0) AS payment
       CROSS JOIN LATERAL (
         SELECT sum(own.amount) AS fee FROM (
           SELECT * FROM pos_account_transaction
           WHERE originating_uuid = moved.originating_uuid AND withdrawn_at IS NULL AND deleted_at IS NULL
           OFFSET 0) AS own
         WHERE own.connection_id = moved.connection_id AND own.account_group = 'liquid'
           AND own.type IN ('PAYMENT_FEE', 'INVOICE_PAYMENT_FEE')
       ) AS charged
       WHERE moved.connection_id = ? AND moved.account_group = 'liquid' AND moved.occurred_at >= ?
         AND moved.occurred_at < ? AND moved.type IN ('PAYMENT', 'INVOICE_PAYMENT') AND moved.amount <> 0
         AND moved.withdrawn_at IS NULL AND moved.deleted_at IS NULL
     ), usual AS (
       SELECT type, percentile_disc(0.5) WITHIN GROUP (ORDER BY rate) AS rate FROM paid GROUP BY type
     ), listed AS (
       SELECT paid.*, usual.rate AS usual_rate, abs(paid.rate - usual.rate) AS apart FROM paid JOIN usual USING (type)
       WHERE abs(paid.rate - usual.rate) > ?::numeric + ${ROUNDING} * 100 / abs(paid.amount)
       ORDER BY apart DESC, paid.payment_uuid LIMIT ? OFFSET ?
     )
     SELECT listed.payment_uuid, listed.type, listed.amount, listed.fee, round(listed.rate, 4)::text AS rate,
       round(listed.usual_rate, 4)::text AS usual_rate, listed.settled_at, listed.receipt_id, receipt.order_id
     FROM listed CROSS JOIN LATERAL (
       SELECT order_id FROM pos_receipt WHERE id = listed.receipt_id OFFSET 0) AS receipt
     ORDER BY listed.apart DESC, listed.payment_uuid`,
    [filters.connectionId, filters.from, filters.to, filters.tolerance, page.limit, page.offset]
  )
}
