import type { Sql } from "../../modules/pos/database/sql"
import type { ReceiptOrder } from "../../translate/receipt-order"
import { collectRows, type TableRows } from "./collect-rows"
import { insertRows } from "./insert-rows"
import { copyToNextVersion } from "./next-order-version"
import { readMirroredOrders } from "./read-mirrored-orders"
import { refreshCollections } from "./refresh-collections"
import { addRefund, type ReturnedOfOrder } from "./refund-rows"

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
 * Writes refunds onto the orders of their sales, at most one an order. In a transaction.
 * @param refunds `receipt` is the refund's mirror image, with positive amounts
 * @returns the rows that it wrote
 */
export async function writeRefundsOfOrders(
  sql: Sql,
  refunds: { orderId: string; receipt: ReceiptOrder }[],
  stockLocationId: string
): Promise<TableRows> {
  const orderIds = refunds.map(({ orderId }) => orderId)
  const orders = await readMirroredOrders(sql, orderIds)
  const { add, rows } = collectRows(INSERT_ORDER)
  const returned = refunds.flatMap(({ orderId, receipt }): ReturnedOfOrder[] => {
    const order = orders.get(orderId)
    return order ? addRefund(add, { receipt, order, stockLocationId }) : []
  })
  await copyToNextVersion(sql, [...orders.keys()], returned)
  const written = rows()
  await insertRows(sql, written)
  await refreshCollections(sql, orderIds)
  return written
}
