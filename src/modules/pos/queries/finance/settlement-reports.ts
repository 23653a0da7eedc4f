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
       SELECT refund.id, refund.purchase_uuid, refund.purchase_number FROM pos_receipt AS sale CROSS JOIN LATERAL (
         SELECT * FROM pos_receipt AS one
         WHERE one.refunds_purchase_uuid = sale.purchase_uuid AND one.refunds_purchase_uuid IS NOT NULL
           AND (one.connection_id = sale.connection_id) IS TRUE AND one.deleted_at IS NULL OFFSET 0) AS refund
       WHERE sale.order_id = ? AND sale.deleted_at IS NULL AND refund.order_id IS DISTINCT FROM sale.order_id
     ) AS receipt
     CROSS JOIN LATERAL (
       SELECT * FROM pos_receipt_payment AS one WHERE one.receipt_id = receipt.id AND one.deleted_at IS NULL
       OFFSET 0) AS payment
     LEFT JOIN LATERAL (
       SELECT * FROM pos_account_transaction AS one WHERE one.id = payment.transaction_id OFFSET 0) AS brought ON true
     LEFT JOIN LATERAL (
       SELECT sum(amount) FILTER (WHERE type IN ('PAYMENT', 'INVOICE_PAYMENT')) AS settled_amount,
         coalesce(sum(amount) FILTER (WHERE type IN ('PAYMENT_FEE', 'INVOICE_PAYMENT_FEE')), 0) AS fee,
         min(occurred_at) AS settled_at
       FROM (
         SELECT * FROM pos_account_transaction AS one
         WHERE one.originating_uuid = payment.payment_uuid AND one.deleted_at IS NULL OFFSET 0) AS own
       WHERE own.connection_id = payment.connection_id AND own.account_group = 'liquid'
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
       CROSS JOIN LATERAL (
         SELECT one.purchase_number, one.order_id FROM pos_receipt AS one WHERE one.id = chosen.receipt_id OFFSET 0) AS receipt
       ORDER BY chosen.sold_at, chosen.id`,
      [...from.bindings, page.limit, page.offset]
    ),
    countUpTo(sql, from),
  ])
  return { rows, ...counted }
}
