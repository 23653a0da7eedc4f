import { z } from "@medusajs/framework/zod"
import { minorUnitsColumn, momentColumn } from "../../database/big-number"
import type { Page } from "../../database/page"
import type { Sql } from "../../database/sql"

const feeRateSchema = z.object({
  payment_uuid: z.string(),
  type: z.string(),
  amount: minorUnitsColumn,
  fee: minorUnitsColumn,
  /** percent of the amount, and what is usual for the type in the period; decimal text */
  rate: z.string(),
  usual_rate: z.string(),
  settled_at: momentColumn,
  receipt_id: z.string(),
  order_id: z.string().nullable(),
})

export type UnusualFee = z.infer<typeof feeRateSchema>

/** A fee is a whole number of minor units, so its rate may differ by this much of one and be usual all the same. */
const ROUNDING = 1

/**
 * Payments whose fee differs from the usual rate of their type by more than `tolerance` percentage points, the largest
 * difference first. The usual rate is the median of the period.
 */
export async function listUnusualFees(
  sql: Sql,
  filters: { connectionId: string; from: Date; to: Date; tolerance: number },
  page: Page
): Promise<UnusualFee[]> {
  return sql(
    feeRateSchema,
    // OFFSET 0: each payment's own rows, a handful, are looked up by index, whatever PostgreSQL expects of the tables. Left
    // the choice it reads all fees for each payment, or all receipts and payments for a week's, depending on the hour at
    // which it took its statistics.
    `WITH paid AS MATERIALIZED (
       SELECT payment.payment_uuid, payment.type, payment.receipt_id, moved.amount, moved.occurred_at AS settled_at,
         coalesce(charged.fee, 0) AS fee, -coalesce(charged.fee, 0) * 100 / moved.amount AS rate
       FROM pos_account_transaction AS moved
       CROSS JOIN LATERAL (
         SELECT one.payment_uuid, one.type, one.receipt_id FROM pos_receipt_payment AS one
         WHERE one.id = moved.receipt_payment_id OFFSET 0) AS payment
       CROSS JOIN LATERAL (
         SELECT sum(own.amount) AS fee FROM (
           SELECT * FROM pos_account_transaction AS one
           WHERE one.originating_uuid = moved.originating_uuid AND one.deleted_at IS NULL OFFSET 0) AS own
         WHERE own.connection_id = moved.connection_id AND own.account_group = 'liquid'
           AND own.type IN ('PAYMENT_FEE', 'INVOICE_PAYMENT_FEE')
       ) AS charged
       WHERE moved.connection_id = ? AND moved.account_group = 'liquid' AND moved.occurred_at >= ?
         AND moved.occurred_at < ? AND moved.type IN ('PAYMENT', 'INVOICE_PAYMENT') AND moved.amount <> 0
         AND moved.deleted_at IS NULL
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
       SELECT one.order_id FROM pos_receipt AS one WHERE one.id = listed.receipt_id OFFSET 0) AS receipt
     ORDER BY listed.apart DESC, listed.payment_uuid`,
    [filters.connectionId, filters.from, filters.to, filters.tolerance, page.limit, page.offset]
  )
}
