import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { RECEIPT_STATES } from "../../contract/receipts"
import type { FoundSale, ImportStage, PaymentStage, SaleReading } from "../../contract/sale-search"
import { type NumberedOrder, readOrderNumbers } from "../../medusa/sale-lookups"
import { POS_MODULE } from "../../modules/pos"
import { minorUnitsColumn } from "../../modules/pos/database/big-number"
import type { Sql } from "../../modules/pos/database/sql"
import { getTableAccess } from "../../runtime/schema-compatibility"
import { listReceiptPayments } from "../finance"
import { productNames, readPurchase } from "./rules"

const receiptSchema = z.object({
  id: z.string(),
  connection_id: z.string(),
  purchase_uuid: z.string(),
  purchase_number: z.number().nullable(),
  state: z.enum(RECEIPT_STATES),
  state_reason: z.string().nullable(),
  order_id: z.string().nullable(),
  amount: minorUnitsColumn,
  currency_code: z.string(),
  refund: z.boolean(),
  refunds_purchase_uuid: z.string().nullable(),
  cashier: z.string().nullable(),
  sold_at: z.date(),
  created_at: z.date(),
  payments_extracted_at: z.date().nullable(),
  payload: z.unknown(),
})

type ReceiptRow = z.infer<typeof receiptSchema>

const COLUMNS = Object.keys(receiptSchema.shape).join(", ")

/** Receipts that were found, with the readings of the text that found them. */
export type FoundIds = ReadonlyMap<string, ReadonlySet<SaleReading>>

/**
 * Describes found receipts: for each stage, whether it has reached it. In the order of `found`.
 * @param maySeePayouts false: the payments are left out
 */
export async function describeReceipts(
  container: MedusaContainer,
  found: FoundIds,
  maySeePayouts: boolean
): Promise<FoundSale[]> {
  const pos = container.resolve(POS_MODULE)
  const ids = [...found.keys()]
  const receipts = await pos.query((sql) =>
    sql(receiptSchema, `SELECT ${COLUMNS} FROM pos_receipt WHERE id = ANY(?) AND deleted_at IS NULL`, [ids])
  )
  const related = await pos.query((sql) => readRelated(sql, receipts))
  const payments = maySeePayouts ? await pos.query((sql) => listReceiptPayments(sql, ids)) : null
  const orders = await readOrders(
    container,
    receipts.flatMap(({ order_id }) => order_id ?? [])
  )
  const place = new Map(ids.map((id, index) => [id, index]))
  const inOrder = [...receipts].sort((left, right) => (place.get(left.id) ?? 0) - (place.get(right.id) ?? 0))
  return inOrder.map((receipt) => {
    const order = toOrder(receipt.order_id, orders)
    const isWritten = receipt.order_id === null || order !== null
    const sale = related.find(({ purchase_uuid }) => purchase_uuid === receipt.refunds_purchase_uuid)
    return {
      id: receipt.id,
      receipt_id: receipt.id,
      entry_id: null,
      purchase_uuid: receipt.purchase_uuid,
      purchase_number: receipt.purchase_number,
      refund: receipt.refund,
      amount: receipt.amount,
      currency_code: receipt.currency_code,
      cashier: receipt.cashier,
      sold_at: receipt.sold_at.toISOString(),
      products: productNames(readPurchase(receipt.payload)),
      found_by: [...(found.get(receipt.id) ?? [])],
      received_at: receipt.created_at.toISOString(),
      import_stage: isWritten ? STAGES[receipt.state] : "waiting",
      import_reason: receipt.state_reason,
      order,
      refunds: related
        .filter(({ refunds_purchase_uuid }) => refunds_purchase_uuid === receipt.purchase_uuid)
        .map(toRelated),
      refund_of: sale ? toRelated(sale) : null,
      payments: payments?.filter(({ receipt_id }) => receipt_id === receipt.id).map(toPayment) ?? null,
      payments_known: receipt.payments_extracted_at !== null,
    }
  })
}

const STAGES: Record<ReceiptRow["state"], ImportStage> = {
  mirrored: "imported",
  recorded: "recorded",
  pending: "waiting",
}

/** Reads the refunds of sales, and the sales of refunds. */
async function readRelated(sql: Sql, receipts: ReceiptRow[]): Promise<ReceiptRow[]> {
  const sales = receipts.map(({ purchase_uuid }) => purchase_uuid)
  const refunded = receipts.flatMap(({ refunds_purchase_uuid }) => refunds_purchase_uuid ?? [])
  const [first] = receipts
  return first === undefined
    ? []
    : sql(
        receiptSchema,
        `SELECT ${COLUMNS} FROM pos_receipt
         WHERE refunds_purchase_uuid = ANY(?) AND refunds_purchase_uuid IS NOT NULL AND (connection_id = ?) IS TRUE
           AND deleted_at IS NULL
         UNION ALL
         SELECT ${COLUMNS} FROM pos_receipt
         WHERE purchase_uuid = ANY(?) AND (connection_id = ?) IS TRUE AND deleted_at IS NULL
         ORDER BY sold_at, id`,
        [sales, first.connection_id, refunded, first.connection_id]
      )
}

/** Reads the numbers of orders; null where Medusa's table is not known, so that nothing is said about them. */
async function readOrders(container: MedusaContainer, orderIds: string[]): Promise<NumberedOrder[] | null> {
  if ((await getTableAccess(container, "reports")) === "paused") {
    return null
  }
  return container.resolve(POS_MODULE).query((sql) => readOrderNumbers(sql, orderIds))
}

function toOrder(id: string | null, orders: NumberedOrder[] | null): FoundSale["order"] {
  if (id === null) {
    return null
  }
  return orders === null
    ? { id, display_id: null, custom_display_id: null, is_deleted: false }
    : (orders.find((order) => order.id === id) ?? null)
}

const toRelated = ({ id, purchase_number, amount, sold_at, state, state_reason }: ReceiptRow) => ({
  receipt_id: id,
  purchase_number,
  amount,
  sold_at: sold_at.toISOString(),
  state,
  state_reason,
})

type Payment = Awaited<ReturnType<typeof listReceiptPayments>>[number]

const toPayment = (payment: Payment) => ({
  type: payment.type,
  amount: payment.amount,
  card_digits: payment.card_digits,
  stage: toStage(payment),
  settled_at: payment.settled_at?.toISOString() ?? null,
  payout_id: payment.payout_id,
  payout_at: payment.payout_at?.toISOString() ?? null,
})

function toStage({ settles, settled_at, payout_id, payout_failed_at }: Payment): PaymentStage {
  if (payout_id !== null) {
    return payout_failed_at === null ? "paid-out" : "returned"
  }
  if (settled_at !== null) {
    return "in-account"
  }
  return settles ? "expected" : "never"
}
