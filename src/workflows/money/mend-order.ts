import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { entityId } from "../../modules/pos/entity-id"
import { moveReceipt } from "../../modules/pos/queries/receipts/move-receipts"
import { findLinkedVariants } from "../../medusa-tables/catalogue/find-linked-variants"
import { insertRows } from "../../medusa-tables/orders/insert-rows"
import { toOrderRows } from "../../medusa-tables/orders/order-rows"
import { putOrdersAside } from "../../medusa-tables/orders/put-orders-aside"
import { readOrderFiguresOf } from "../../medusa-tables/orders/read-order-figures"
import { purchaseSchema } from "../../pos-api/contract"
import { toReceiptOrder } from "../../translate/receipt"
import { knownOrderProviders } from "../mirror/known-providers"
import { writeRefunds } from "../mirror/write-refunds"
import { assertTablesKnown } from "../queue/known-tables"
import { judgeOrder } from "./judge-order"
import type { Mended } from "./mended"

/**
 * Writes the order of a sale anew from its receipt, with its refunds; the one that differs is put aside. In one
 * transaction; no stock moves, and no event tells of it, since nothing was sold.
 * @throws TablesUnknownError
 */
export async function mendOrder(
  container: MedusaContainer,
  connection: ConnectionRecord,
  purchaseUuid: string
): Promise<Mended> {
  await assertTablesKnown(container, "orders")
  return container.resolve(POS_MODULE).transaction(async (sql, now): Promise<Mended> => {
    const sale = await readOrderFiguresOf(sql, connection.id, purchaseUuid)
    if (!sale) {
      return { outcome: "gone" }
    }
    if (judgeOrder(sale).length === 0) {
      return { outcome: "gone" }
    }
    const purchase = purchaseSchema.safeParse(sale.payload)
    if (!purchase.success) {
      return { outcome: "failed", failure: "The receipt no longer has what an order is written from." }
    }
    const receipt = toReceiptOrder(purchase.data)
    const orderId = entityId("order")
    const variantOf = await findLinkedVariants(sql, connection.id, receipt.lines)
    if (sale.order_id !== null) {
      await putOrdersAside(sql, [sale.order_id], now)
    }
    const sold = { orderId, receipt, variants: receipt.lines.map(variantOf) }
    await insertRows(sql, toOrderRows([sold], connection, await knownOrderProviders(sql)))
    await moveReceipt(sql, { connectionId: connection.id, purchaseUuid, orderId })
    await writeRefunds(sql, connection, [purchaseUuid])
    const written = await readOrderFiguresOf(sql, connection.id, purchaseUuid)
    return written && judgeOrder(written).length === 0
      ? { outcome: "mended" }
      : { outcome: "failed", failure: "The order was written anew, and differs still." }
  })
}
