import type { Sql } from "../../modules/pos/database/sql"
import { findOpenRefunds, type OpenRefund, placeRefunds } from "../../modules/pos/queries/receipts/open-refunds"
import { toReceiptOrder } from "../../translate/receipt"
import { reverseRefund } from "../../translate/refund"
import { collectRows, type TableRows } from "../../medusa-tables/orders/collect-rows"
import { refreshCollections } from "../../medusa-tables/orders/refresh-collections"
import { insertRows } from "../../medusa-tables/orders/insert-rows"
import { copyToNextVersion } from "../../medusa-tables/orders/next-order-version"
import { readMirroredOrders } from "../../medusa-tables/orders/read-mirrored-orders"
import { addRefund, type ReturnedOfOrder } from "../../medusa-tables/orders/refund-rows"

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
  sql: Sql,
  connection: { id: string; stock_location_id: string },
  purchaseUuids: string[]
): Promise<TableRows[]> {
  const open = await findOpenRefunds(sql, connection.id, purchaseUuids)
  const byOrder = new Map<string, OpenRefund[]>()
  open.forEach((refund) => byOrder.set(refund.sale_order_id, [...(byOrder.get(refund.sale_order_id) ?? []), refund]))
  const written: TableRows[] = []
  // Several refunds of one order build on one another: each round writes the next of every order.
  for (let round = 0; [...byOrder.values()].some((refunds) => refunds.length > round); round++) {
    const next = [...byOrder.values()].flatMap((refunds) => refunds[round] ?? [])
    written.push(await writeRound(sql, connection, next))
  }
  return written
}

async function writeRound(
  sql: Sql,
  connection: { stock_location_id: string },
  refunds: OpenRefund[]
): Promise<TableRows> {
  const orderIds = refunds.map((refund) => refund.sale_order_id)
  const orders = await readMirroredOrders(sql, orderIds)
  const { add, rows } = collectRows(INSERT_ORDER)
  const returned = refunds.flatMap((refund): ReturnedOfOrder[] => {
    const order = orders.get(refund.sale_order_id)
    const receipt = toReceiptOrder(reverseRefund(refund.payload))
    return order ? addRefund(add, { receipt, order, stockLocationId: connection.stock_location_id }) : []
  })
  await copyToNextVersion(sql, [...orders.keys()], returned)
  const written = rows()
  await insertRows(sql, written)
  await refreshCollections(sql, orderIds)
  const placed = refunds.map(({ id, sale_order_id }) => ({ id, order_id: sale_order_id }))
  await placeRefunds(sql, placed)
  return written
}
