import { z } from "@medusajs/framework/zod"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { idRowSchema, sqlOn } from "../../modules/pos/database/sql"
import { purchaseSchema } from "../../pos-api/contract"
import { toReceiptOrder } from "../../translate/receipt"
import { reverseRefund } from "../../translate/refund"
import { collectRows, type TableRows } from "../../medusa-tables/orders/collect-rows"
import { insertRows } from "../../medusa-tables/orders/insert-rows"
import { copyToNextVersion } from "../../medusa-tables/orders/next-order-version"
import { readMirroredOrders } from "../../medusa-tables/orders/read-mirrored-orders"
import { addRefund, type ReturnedOfOrder } from "../../medusa-tables/orders/refund-rows"

const openRefundSchema = z.object({
  id: z.string(),
  sale_order_id: z.string(),
  payload: purchaseSchema,
})

type OpenRefund = z.infer<typeof openRefundSchema>

const INSERT_ORDER = [
  "order_line_item",
  "order_item",
  "order_line_item_adjustment",
  "return",
  "return_item",
  "order_change",
  "order_change_action",
  "order_credit_line",
  "refund",
  "order_transaction",
  "order_summary",
]

/**
 * Puts refunds whose sale has an order onto that order: those that are told, and those that waited for a sale that is
 * told. Runs in the transaction that wrote the receipts.
 * @returns the rows that it wrote, of one refund of an order after another
 */
export async function writeRefunds(
  transaction: Knex.Transaction,
  connection: { id: string; stock_location_id: string },
  purchaseUuids: string[]
): Promise<TableRows[]> {
  const open = await findOpenRefunds(transaction, connection.id, purchaseUuids)
  const byOrder = new Map<string, OpenRefund[]>()
  open.forEach((refund) => byOrder.set(refund.sale_order_id, [...(byOrder.get(refund.sale_order_id) ?? []), refund]))
  const written: TableRows[] = []
  // Several refunds of one order build on one another: each round writes the next of every order.
  for (let round = 0; [...byOrder.values()].some((refunds) => refunds.length > round); round++) {
    const next = [...byOrder.values()].flatMap((refunds) => refunds[round] ?? [])
    written.push(await writeRound(transaction, connection, next))
  }
  return written
}

/** In the order of their sale, so that the same refunds end alike in whatever order they came. */
async function findOpenRefunds(transaction: Knex.Transaction, connectionId: string, purchaseUuids: string[]) {
  return sqlOn(transaction)(
    openRefundSchema,
    `SELECT refund.id, sale.order_id AS sale_order_id, refund.payload
     FROM pos_receipt AS refund
     JOIN pos_receipt AS sale ON sale.connection_id = refund.connection_id
       AND sale.purchase_uuid = refund.refunds_purchase_uuid AND sale.deleted_at IS NULL AND NOT sale.refund
     WHERE refund.connection_id = ? AND refund.refund AND refund.order_id IS NULL AND refund.deleted_at IS NULL
       AND sale.order_id IS NOT NULL AND (refund.purchase_uuid = ANY(?) OR sale.purchase_uuid = ANY(?))
     ORDER BY refund.sold_at, refund.purchase_uuid FOR UPDATE OF refund`,
    [connectionId, purchaseUuids, purchaseUuids]
  )
}

async function writeRound(
  transaction: Knex.Transaction,
  connection: { stock_location_id: string },
  refunds: OpenRefund[]
): Promise<TableRows> {
  const orderIds = refunds.map((refund) => refund.sale_order_id)
  const orders = await readMirroredOrders(transaction, orderIds)
  const { add, rows } = collectRows(INSERT_ORDER)
  const returned = refunds.flatMap((refund): ReturnedOfOrder[] => {
    const order = orders.get(refund.sale_order_id)
    const receipt = toReceiptOrder(reverseRefund(refund.payload))
    return order ? addRefund(add, { receipt, order, stockLocationId: connection.stock_location_id }) : []
  })
  await copyToNextVersion(transaction, [...orders.keys()], returned)
  const written = rows()
  await insertRows(transaction, written)
  await refreshCollections(transaction, orderIds)
  await sqlOn(transaction)(
    idRowSchema,
    `UPDATE pos_receipt AS receipt SET order_id = refund.order_id, state = 'mirrored', state_reason = NULL, updated_at = now()
     FROM json_to_recordset(?::json) AS refund(id text, order_id text) WHERE receipt.id = refund.id RETURNING receipt.id`,
    [JSON.stringify(refunds.map(({ id, sale_order_id }) => ({ id, order_id: sale_order_id })))]
  )
  return written
}

/** A collection's refunded amount is the sum of what its payments gave back. */
async function refreshCollections(transaction: Knex.Transaction, orderIds: string[]): Promise<void> {
  await sqlOn(transaction)(
    idRowSchema,
    `UPDATE payment_collection AS collection SET refunded_amount = given.amount, updated_at = now(),
       raw_refunded_amount = jsonb_build_object('value', given.amount::text, 'precision', 20)
     FROM (SELECT payment.payment_collection_id AS id, sum(refund.amount) AS amount
           FROM order_payment_collection AS link
           JOIN payment ON payment.payment_collection_id = link.payment_collection_id AND payment.deleted_at IS NULL
           JOIN refund ON refund.payment_id = payment.id AND refund.deleted_at IS NULL
           WHERE link.order_id = ANY(?) AND link.deleted_at IS NULL
           GROUP BY payment.payment_collection_id) AS given
     WHERE collection.id = given.id RETURNING collection.id`,
    [orderIds]
  )
}
