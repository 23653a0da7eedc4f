import type { Sql } from "../../modules/pos/database/sql"
import type { ReceiptOrder } from "../../translate/receipt-order"
import { collectRows, type TableRows } from "./collect-rows"
import { insertRows } from "./insert-rows"
import { copyToNextVersion } from "./next-order-version"
import { readMirroredOrders } from "./read-mirrored-orders"
import { refreshCollections } from "./refresh-collections"
import type { RefundOfOrder } from "./refund-of-order"
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
 * Writes refunds onto the orders of their sales, at most one an order; an order that was deleted gets none. In a
 * transaction.
 * @param refunds `receipt` is the refund's mirror image, with positive amounts
 * @returns the rows that it wrote, and the orders that it wrote them onto
 */
export async function writeRefundsOfOrders(
  sql: Sql,
  refunds: { orderId: string; receipt: ReceiptOrder }[],
  stockLocationId: string
): Promise<{ rows: TableRows; orderIds: Set<string> }> {
  const orderIds = refunds.map(({ orderId }) => orderId)
  const orders = await readMirroredOrders(sql, orderIds)
  const known = refunds.flatMap(({ orderId, receipt }): RefundOfOrder[] => {
    const order = orders.get(orderId)
    return order ? [{ receipt, order, stockLocationId }] : []
  })
  const { rows, returned } = toRefundRows(known)
  const written = [...orders.keys()]
  await copyToNextVersion(sql, written, returned)
  await insertRows(sql, rows)
  await refreshCollections(sql, written)
  return { rows, orderIds: new Set(written) }
}

/** What refunds add to the orders of their sales, and what of the orders' lines came back. */
export function toRefundRows(refunds: RefundOfOrder[]): { rows: TableRows; returned: ReturnedOfOrder[] } {
  const { add, rows } = collectRows(INSERT_ORDER)
  const returned = refunds.flatMap((refund) => addRefund(add, refund))
  return { rows: rows(), returned }
}
