import { z } from "@medusajs/framework/zod"
import {
  minorUnitsColumn,
  momentColumn,
  nullableMinorUnitsColumn,
  nullableMomentColumn,
} from "../../database/big-number"
import { PAYOUT_OF } from "./list-account-transactions"
import { countUpTo, fragment, type Listed, type Page } from "../../database/page"
import type { Sql } from "../../database/sql"

const orderPaymentSchema = z.object({
  payment_uuid: z.string(),
  receipt_id: z.string(),
  purchase_uuid: z.string(),
  purchase_number: z.number().nullable(),
  type: z.string(),
  amount: minorUnitsColumn,
  currency_code: z.string(),
  sold_at: momentColumn,
  /** false for what need not come to the account, such as cash, and an invoice that may be paid elsewhere */
  settles: z.boolean(),
  /** null until the account has it */
  settled_amount: nullableMinorUnitsColumn,
  fee: nullableMinorUnitsColumn,
  net: nullableMinorUnitsColumn,
  settled_at: nullableMomentColumn,
  payout_id: z.string().nullable(),
  payout_at: nullableMomentColumn,
  payout_failed_at: nullableMomentColumn,
})

/** What a payment of an order came to: its fee, what is left, and the payout that brought it. */
export type OrderPayment = z.infer<typeof orderPaymentSchema>

/** Payments of an order's receipts, also of refunds of them, in order of time. */
export async function listOrderPayments(sql: Sql, orderId: string): Promise<OrderPayment[]> {
  return sql(
    orderPaymentSchema,
    `SELECT payment.payment_uuid, receipt.id AS receipt_id, receipt.purchase_uuid, receipt.purchase_number, payment.type,
       payment.amount, payment.currency_code, payment.sold_at, payment.settles, moved.settled_amount, moved.fee,
       moved.settled_amount + moved.fee AS net, moved.settled_at, payout.id AS payout_id,
       payout.occurred_at AS payout_at, payout.failed_at AS payout_failed_at
     FROM (
       SELECT id, purchase_uuid, purchase_number FROM pos_receipt WHERE order_id = ? AND deleted_at IS NULL
       UNION ALL
       SELECT refund.id, refund.purchase_uuid, refund.purchase_number FROM pos_receipt AS sale JOIN pos_receipt AS refund
         ON refund.connection_id = sale.connection_id AND refund.refunds_purchase_uuid = sale.purchase_uuid
       WHERE sale.order_id = ? AND sale.deleted_at IS NULL AND refund.deleted_at IS NULL
         AND refund.order_id IS DISTINCT FROM sale.order_id
     ) AS receipt
     JOIN pos_receipt_payment AS payment ON payment.receipt_id = receipt.id AND payment.deleted_at IS NULL
     LEFT JOIN pos_account_transaction AS brought ON brought.id = payment.transaction_id
     LEFT JOIN LATERAL (
       SELECT sum(amount) FILTER (WHERE type IN ('PAYMENT', 'INVOICE_PAYMENT')) AS settled_amount,
         coalesce(sum(amount) FILTER (WHERE type IN ('PAYMENT_FEE', 'INVOICE_PAYMENT_FEE')), 0) AS fee,
         min(occurred_at) AS settled_at
       FROM pos_account_transaction AS moved
       WHERE moved.originating_uuid = payment.payment_uuid AND moved.connection_id = payment.connection_id
         AND moved.account_group = 'liquid' AND moved.deleted_at IS NULL
     ) AS moved ON brought.id IS NOT NULL
     LEFT JOIN LATERAL ${PAYOUT_OF("brought")} AS payout ON true
     ORDER BY payment.sold_at, payment.id`,
    [orderId, orderId]
  )
}

const unsettledSchema = z.object({
  payment_uuid: z.string(),
  receipt_id: z.string(),
  purchase_number: z.number().nullable(),
  order_id: z.string().nullable(),
  type: z.string(),
  amount: minorUnitsColumn,
  currency_code: z.string(),
  sold_at: momentColumn,
})

export type UnsettledPayment = z.infer<typeof unsettledSchema>

/** Payments sold before a moment that the account must have and has not, the oldest first. */
export async function listUnsettledPayments(
  sql: Sql,
  filters: { connectionId: string; soldBefore: Date },
  page: Page
): Promise<Listed<UnsettledPayment>> {
  const from = fragment(
    `FROM pos_receipt_payment AS payment
     WHERE payment.connection_id = ? AND payment.sold_at < ? AND payment.settles AND payment.transaction_id IS NULL
       AND payment.deleted_at IS NULL`,
    filters.connectionId,
    filters.soldBefore
  )
  const [rows, counted] = await Promise.all([
    sql(
      unsettledSchema,
      `SELECT chosen.*, receipt.purchase_number, receipt.order_id
       FROM (SELECT payment.* ${from.text} ORDER BY payment.sold_at, payment.id LIMIT ? OFFSET ?) AS chosen
       JOIN pos_receipt AS receipt ON receipt.id = chosen.receipt_id ORDER BY chosen.sold_at, chosen.id`,
      [...from.bindings, page.limit, page.offset]
    ),
    countUpTo(sql, from),
  ])
  return { rows, ...counted }
}

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
    // OFFSET 0: right after the first pull PostgreSQL has no statistics, and without it would look for each payment's few
    // fees among all fees of the account, which takes minutes; a payment's own transactions are a handful.
    `WITH paid AS (
       SELECT payment.payment_uuid, payment.type, payment.receipt_id, moved.amount, moved.occurred_at AS settled_at,
         coalesce(charged.fee, 0) AS fee, -coalesce(charged.fee, 0) * 100 / moved.amount AS rate
       FROM pos_account_transaction AS moved
       JOIN pos_receipt_payment AS payment ON payment.id = moved.receipt_payment_id
       LEFT JOIN LATERAL (
         SELECT sum(own.amount) AS fee FROM (
           SELECT * FROM pos_account_transaction AS one
           WHERE one.originating_uuid = moved.originating_uuid AND one.deleted_at IS NULL OFFSET 0) AS own
         WHERE own.connection_id = moved.connection_id AND own.account_group = 'liquid'
           AND own.type IN ('PAYMENT_FEE', 'INVOICE_PAYMENT_FEE')
       ) AS charged ON true
       WHERE moved.connection_id = ? AND moved.account_group = 'liquid' AND moved.occurred_at >= ?
         AND moved.occurred_at < ? AND moved.type IN ('PAYMENT', 'INVOICE_PAYMENT') AND moved.amount <> 0
         AND moved.deleted_at IS NULL
     ), usual AS (
       SELECT type, percentile_disc(0.5) WITHIN GROUP (ORDER BY rate) AS rate FROM paid GROUP BY type
     )
     SELECT paid.payment_uuid, paid.type, paid.amount, paid.fee, round(paid.rate, 4)::text AS rate,
       round(usual.rate, 4)::text AS usual_rate, paid.settled_at, paid.receipt_id, receipt.order_id
     FROM paid JOIN usual USING (type) JOIN pos_receipt AS receipt ON receipt.id = paid.receipt_id
     WHERE abs(paid.rate - usual.rate) > ?::numeric + ${ROUNDING} * 100 / abs(paid.amount)
     ORDER BY abs(paid.rate - usual.rate) DESC, paid.payment_uuid LIMIT ? OFFSET ?`,
    [filters.connectionId, filters.from, filters.to, filters.tolerance, page.limit, page.offset]
  )
}
