import { z } from "@medusajs/framework/zod"
import type { AccountTypeGroup } from "../../../../pos-api/contract"
import { minorUnitsColumn, momentColumn, nullableMomentColumn } from "../../database/big-number"
import { allOf, countUpTo, fragment, type Listed, type Page } from "../../database/page"
import type { Sql } from "../../database/sql"

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
  /** only what this payout settled */
  payoutId?: string | undefined
  /** only what no payout has settled yet */
  open?: boolean | undefined
  /** only payments whose receipt is not here */
  withoutReceipt?: boolean | undefined
  /** inclusive */
  from?: Date | undefined
  /** exclusive */
  to?: Date | undefined
  ascending?: boolean | undefined
}

const PLACE = "moved.occurred_at, moved.originating_uuid, moved.id"

/** The transaction's payout: the one whose range its place is in, or for a PAYOUT the payout itself. */
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

/** Transactions in the order of the account, the latest first unless asked otherwise. */
export async function listAccountTransactions(
  sql: Sql,
  filters: TransactionFilters,
  page: Page
): Promise<Listed<ListedTransaction>> {
  const where = allOf(
    fragment("moved.connection_id = ? AND moved.account_group = ?", filters.connectionId, filters.group),
    fragment("moved.deleted_at IS NULL"),
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
    // In the order of the index: a count that expects many rows and meets none would else read the whole table.
    countUpTo(sql, {
      text: `FROM pos_account_transaction AS moved WHERE ${where.text} ORDER BY ${order}`,
      bindings: where.bindings,
    }),
  ])
  return { rows, ...counted }
}

/** Bounds are scalar subqueries, so that the index still gives the order of the page. */
function openSince(filters: TransactionFilters) {
  const last = (column: string) =>
    `(SELECT ${column} FROM pos_payout WHERE connection_id = ? AND account_group = ? AND deleted_at IS NULL
      ORDER BY to_at DESC, to_uuid DESC, to_id DESC LIMIT 1)`
  const of = [filters.connectionId, filters.group]
  return fragment(
    `moved.type <> 'PAYOUT' AND (${PLACE}) > (coalesce(${last("to_at")}, TIMESTAMPTZ '0001-01-01 00:00:00Z'),
       coalesce(${last("to_uuid")}, ''), coalesce(${last("to_id")}, ''))`,
    ...of,
    ...of,
    ...of
  )
}

function settledBy(payoutId: string) {
  const of = (column: string) => `(SELECT ${column} FROM pos_payout WHERE id = ?)`
  return fragment(
    `moved.type <> 'PAYOUT' AND (${PLACE}) > (${["after_at", "after_uuid", "after_id"].map(of).join(", ")})
       AND (${PLACE}) <= (${["to_at", "to_uuid", "to_id"].map(of).join(", ")})`,
    ...Array.from({ length: 6 }, () => payoutId)
  )
}
