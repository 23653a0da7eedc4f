import { z } from "zod"
import {
  minorUnitsColumn,
  momentColumn,
  nullableMinorUnitsColumn,
  nullableMomentColumn,
} from "../../modules/pos/database/big-number"
import { allOf, countUpTo, type Fragment, fragment, type Listed, type Page } from "../../modules/pos/database/page"
import type { Sql } from "../../modules/pos/database/sql"
import type { AccountTypeGroup } from "../../pos-api/contract"

export const listedTransactionSchema = z.object({
  id: z.string(),
  connection_id: z.string(),
  account_group: z.string(),
  occurred_at: momentColumn,
  type: z.string(),
  originating_uuid: z.string(),
  amount: minorUnitsColumn,
  occurrence: z.number(),
  extra: z.record(z.string(), z.unknown()).nullable(),
  /** the payout that settled it; null while it is in the account */
  payout_id: z.string().nullable(),
  payout_at: nullableMomentColumn,
  payout_failed_at: nullableMomentColumn,
  receipt_id: z.string().nullable(),
  purchase_uuid: z.string().nullable(),
  purchase_number: z.number().nullable(),
  order_id: z.string().nullable(),
})

export type ListedTransaction = z.infer<typeof listedTransactionSchema>

export type TransactionFilters = {
  connectionId: string
  group: AccountTypeGroup
  type?: string | undefined
  originatingUuid?: string | undefined
  /** only transactions that this payout settled */
  payoutId?: string | undefined
  /** only transactions that no payout has settled yet */
  open?: boolean | undefined
  /** only payments without a receipt in the store */
  withoutReceipt?: boolean | undefined
  /** inclusive */
  from?: Date | undefined
  /** exclusive */
  to?: Date | undefined
  ascending?: boolean | undefined
}

const PLACE = "moved.occurred_at, moved.originating_uuid, moved.id"

/** SQL expression for the transaction's payout: the one whose range contains it, or for a PAYOUT the payout itself. */
export const PAYOUT_OF = (transaction: string) => `(
  (SELECT id, occurred_at, failed_at FROM pos_payout AS ranged
   WHERE ${transaction}.type <> 'PAYOUT' AND ranged.connection_id = ${transaction}.connection_id
     AND ranged.account_group = ${transaction}.account_group AND ranged.deleted_at IS NULL
     AND (ranged.to_at, ranged.to_uuid, ranged.to_id)
       >= (${transaction}.occurred_at, ${transaction}.originating_uuid, ${transaction}.id)
     AND (ranged.after_at, ranged.after_uuid, ranged.after_id)
       < (${transaction}.occurred_at, ${transaction}.originating_uuid, ${transaction}.id)
   ORDER BY ranged.to_at, ranged.to_uuid, ranged.to_id LIMIT 1)
  UNION ALL
  SELECT id, occurred_at, failed_at FROM pos_payout AS itself
  WHERE ${transaction}.type = 'PAYOUT' AND itself.transaction_id = ${transaction}.id AND itself.deleted_at IS NULL
)`

/** Lists transactions in the order of the account, the latest first by default. */
export async function listAccountTransactions(
  sql: Sql,
  filters: TransactionFilters,
  page: Page
): Promise<Listed<ListedTransaction>> {
  const where = allOf(
    fragment("moved.connection_id = ? AND moved.account_group = ?", filters.connectionId, filters.group),
    fragment("moved.withdrawn_at IS NULL AND moved.deleted_at IS NULL"),
    filters.type === undefined ? null : fragment("moved.type = ?", filters.type),
    filters.originatingUuid === undefined ? null : fragment("moved.originating_uuid = ?", filters.originatingUuid),
    filters.from === undefined ? null : fragment("moved.occurred_at >= ?", filters.from),
    filters.to === undefined ? null : fragment("moved.occurred_at < ?", filters.to),
    filters.withoutReceipt
      ? fragment("moved.receipt_payment_id IS NULL AND moved.type IN ('PAYMENT', 'INVOICE_PAYMENT')")
      : null,
    filters.open ? openSince(filters) : null,
    filters.payoutId === undefined ? null : settledBy(filters.payoutId)
  )
  const direction = filters.ascending ? "ASC" : "DESC"
  const order = `moved.occurred_at ${direction}, moved.originating_uuid ${direction}, moved.id ${direction}`
  const [rows, counted] = await Promise.all([
    sql(
      listedTransactionSchema,
      `SELECT moved.*, payout.id AS payout_id, payout.occurred_at AS payout_at, payout.failed_at AS payout_failed_at,
         receipt.id AS receipt_id, receipt.purchase_uuid, receipt.purchase_number, receipt.order_id
       FROM (SELECT moved.id FROM pos_account_transaction AS moved WHERE ${where.text}
             ORDER BY ${order} LIMIT ? OFFSET ?) AS chosen
       JOIN pos_account_transaction AS moved USING (id)
       LEFT JOIN LATERAL ${PAYOUT_OF("moved")} AS payout ON true
       LEFT JOIN pos_receipt_payment AS payment ON payment.id = moved.receipt_payment_id
       LEFT JOIN pos_receipt AS receipt ON receipt.id = payment.receipt_id
       ORDER BY ${order}`,
      [...where.bindings, page.limit, page.offset]
    ),
    // Ordered by the index: a count that expects many rows and finds none would otherwise read the whole table.
    countUpTo(sql, {
      text: `FROM pos_account_transaction AS moved WHERE ${where.text} ORDER BY ${order}`,
      bindings: where.bindings,
    }),
  ])
  return { rows, ...counted }
}

/** The bounds are scalar subqueries, so that the index still provides the order of the page. */
function openSince(filters: TransactionFilters) {
  const last = (column: string) =>
    `(SELECT ${column} FROM pos_payout WHERE connection_id = ? AND account_group = ? AND deleted_at IS NULL
      ORDER BY to_at DESC, to_uuid DESC, to_id DESC LIMIT 1)`
  const account = [filters.connectionId, filters.group]
  return fragment(
    `moved.type <> 'PAYOUT' AND (${PLACE}) > (coalesce(${last("to_at")}, TIMESTAMPTZ '0001-01-01 00:00:00Z'),
       coalesce(${last("to_uuid")}, ''), coalesce(${last("to_id")}, ''))`,
    ...account,
    ...account,
    ...account
  )
}

function settledBy(payoutId: string) {
  const payoutColumn = (column: string) => `(SELECT ${column} FROM pos_payout WHERE id = ?)`
  return fragment(
    `moved.type <> 'PAYOUT' AND (${PLACE}) > (${["after_at", "after_uuid", "after_id"].map(payoutColumn).join(", ")})
       AND (${PLACE}) <= (${["to_at", "to_uuid", "to_id"].map(payoutColumn).join(", ")})`,
    ...Array.from({ length: 6 }, () => payoutId)
  )
}

const orderPaymentSchema = z.object({
  payment_uuid: z.string(),
  receipt_id: z.string(),
  purchase_uuid: z.string(),
  purchase_number: z.number().nullable(),
  type: z.string(),
  amount: minorUnitsColumn,
  currency_code: z.string(),
  sold_at: momentColumn,
  /** false for payments that may never arrive on the account, such as cash, or an invoice that may be paid elsewhere */
  settles: z.boolean(),
  /** null until the payment arrives on the account */
  settled_amount: nullableMinorUnitsColumn,
  fee: nullableMinorUnitsColumn,
  net: nullableMinorUnitsColumn,
  settled_at: nullableMomentColumn,
  payout_id: z.string().nullable(),
  payout_at: nullableMomentColumn,
  payout_failed_at: nullableMomentColumn,
})

/** A payment of an order with its fee, its net amount, and its payout. Amounts in minor units. */
export type OrderPayment = z.infer<typeof orderPaymentSchema>

/** Lists the payments of an order's receipts and of their refunds, in order of time. */
export async function listOrderPayments(sql: Sql, orderId: string): Promise<OrderPayment[]> {
  const receipts = fragment(
    `SELECT id, purchase_uuid, purchase_number FROM pos_receipt WHERE order_id = ? AND deleted_at IS NULL
     UNION ALL
     SELECT refund.id, refund.purchase_uuid, refund.purchase_number FROM pos_receipt AS sale CROSS JOIN LATERAL (
       SELECT * FROM pos_receipt
       WHERE refunds_purchase_uuid = sale.purchase_uuid AND refunds_purchase_uuid IS NOT NULL
         AND (connection_id = sale.connection_id) IS TRUE AND deleted_at IS NULL OFFSET 0) AS refund
     WHERE sale.order_id = ? AND sale.deleted_at IS NULL AND refund.order_id IS DISTINCT FROM sale.order_id`,
    orderId,
    orderId
  )
  return sql(orderPaymentSchema, ...toPaymentsStatement(receipts))
}

const receiptPaymentSchema = orderPaymentSchema.extend({ card_digits: z.string().nullable() })

/** Lists the payments of receipts, in order of time. A receipt's payments exist once they were extracted from it. */
export async function listReceiptPayments(sql: Sql, receiptIds: string[]) {
  const receipts = fragment(
    "SELECT id, purchase_uuid, purchase_number FROM pos_receipt WHERE id = ANY(?) AND deleted_at IS NULL",
    receiptIds
  )
  return sql(receiptPaymentSchema, ...toPaymentsStatement(receipts))
}

/** Statement for the payments of receipts, with their fees and payouts. */
function toPaymentsStatement(receipts: Fragment): [string, Fragment["bindings"]] {
  return [
    `SELECT payment.payment_uuid, receipt.id AS receipt_id, receipt.purchase_uuid, receipt.purchase_number, payment.type,
       payment.amount, payment.currency_code, payment.sold_at, payment.settles, payment.card_digits,
       moved.settled_amount, moved.fee, moved.settled_amount + moved.fee AS net, moved.settled_at,
       payout.id AS payout_id, payout.occurred_at AS payout_at, payout.failed_at AS payout_failed_at
     FROM (${receipts.text}) AS receipt
     CROSS JOIN LATERAL (
       SELECT * FROM pos_receipt_payment WHERE receipt_id = receipt.id AND deleted_at IS NULL
       OFFSET 0) AS payment
     LEFT JOIN LATERAL (
       SELECT * FROM pos_account_transaction WHERE id = payment.transaction_id OFFSET 0) AS brought ON true
     LEFT JOIN LATERAL (
       SELECT sum(amount) FILTER (WHERE type IN ('PAYMENT', 'INVOICE_PAYMENT')) AS settled_amount,
         coalesce(sum(amount) FILTER (WHERE type IN ('PAYMENT_FEE', 'INVOICE_PAYMENT_FEE')), 0) AS fee,
         min(occurred_at) AS settled_at
       FROM (
         SELECT * FROM pos_account_transaction
         WHERE originating_uuid = payment.payment_uuid AND withdrawn_at IS NULL AND deleted_at IS NULL
         OFFSET 0) AS own
       WHERE own.connection_id = payment.connection_id AND own.account_group = 'liquid'
     ) AS moved ON brought.id IS NOT NULL
     LEFT JOIN LATERAL ${PAYOUT_OF("brought")} AS payout ON true
     ORDER BY payment.sold_at, payment.id`,
    receipts.bindings,
  ]
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

/** Lists payments sold before a time that should be on the account and are not, the oldest first. */
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
         SELECT purchase_number, order_id FROM pos_receipt WHERE id = chosen.receipt_id OFFSET 0) AS receipt
       ORDER BY chosen.sold_at, chosen.id`,
      [...from.bindings, page.limit, page.offset]
    ),
    countUpTo(sql, from),
  ])
  return { rows, ...counted }
}
