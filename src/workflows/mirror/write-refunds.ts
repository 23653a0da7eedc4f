import type { Sql } from "../../modules/pos/database/sql"
import { findOpenRefunds, type OpenRefund, placeRefunds } from "../../modules/pos/queries/receipts/open-refunds"
import { toReceiptOrder } from "../../translate/receipt"
import { reverseRefund } from "../../translate/refund"
import type { TableRows } from "../../medusa-tables/orders/collect-rows"
import { writeRefundsOfOrders } from "../../medusa-tables/orders/write-refunds-of-orders"

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
    const onOrders = next.map(({ sale_order_id, payload }) => ({
      ...{ orderId: sale_order_id, receipt: toReceiptOrder(reverseRefund(payload)) },
    }))
    written.push(await writeRefundsOfOrders(sql, onOrders, connection.stock_location_id))
    await placeRefunds(
      sql,
      next.map(({ id, sale_order_id }) => ({ id, order_id: sale_order_id }))
    )
  }
  return written
}
