import type { Sql } from "../../modules/pos/database/sql"
import { lockSales } from "../../modules/pos/queries/receipts/lock-sales"
import { findOpenRefunds, type OpenRefund, placeRefunds } from "../../modules/pos/queries/receipts/open-refunds"
import { toReceiptOrder } from "../../translate/receipt"
import { reverseRefund } from "../../translate/refund"
import type { TableRows } from "../../medusa-tables/orders/collect-rows"
import { writeRefundsOfOrders } from "../../medusa-tables/orders/write-refunds-of-orders"

/**
 * Puts refunds whose sale has an order onto that order: those that are told, and those that waited for a sale that is
 * told. One whose order was deleted stays without. Runs in the transaction that wrote the receipts.
 * @returns the rows that it wrote, of one refund of an order after another
 */
export async function writeRefunds(
  sql: Sql,
  connection: { id: string; stock_location_id: string },
  purchaseUuids: string[]
): Promise<TableRows[]> {
  const waiting = await findOpenRefunds(sql, connection.id, purchaseUuids, "read")
  if (waiting.length === 0) {
    return []
  }
  // Who rewrites an order meanwhile holds its sale's receipt: which order that has is read once it is free.
  await lockSales(
    sql,
    connection.id,
    waiting.map(({ purchase_uuid }) => purchase_uuid)
  )
  const open = await findOpenRefunds(sql, connection.id, purchaseUuids, "lock")
  const byOrder = new Map<string, OpenRefund[]>()
  open.forEach((refund) => byOrder.set(refund.sale_order_id, [...(byOrder.get(refund.sale_order_id) ?? []), refund]))
  const written: TableRows[] = []
  // Several refunds of one order build on one another: each round writes the next of every order.
  for (let round = 0; [...byOrder.values()].some((refunds) => refunds.length > round); round++) {
    const next = [...byOrder.values()].flatMap((refunds) => refunds[round] ?? [])
    const onOrders = next.map(({ sale_order_id, payload }) => ({
      ...{ orderId: sale_order_id, receipt: toReceiptOrder(reverseRefund(payload)) },
    }))
    const { rows, orderIds } = await writeRefundsOfOrders(sql, onOrders, connection.stock_location_id)
    written.push(rows)
    // Others have lost their order, and wait for another.
    const placed = next.filter(({ sale_order_id }) => orderIds.has(sale_order_id))
    await placeRefunds(
      sql,
      placed.map(({ id, sale_order_id }) => ({ id, order_id: sale_order_id }))
    )
  }
  return written
}
