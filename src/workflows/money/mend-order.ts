import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { entityId } from "../../modules/pos/entity-id"
import { lockSales } from "../../modules/pos/queries/receipts/lock-sales"
import { moveReceipt } from "../../modules/pos/queries/receipts/move-receipts"
import { findLinkedVariants } from "../../medusa-tables/catalogue/find-linked-variants"
import { insertRows } from "../../medusa-tables/orders/insert-rows"
import { toOrderRows } from "../../medusa-tables/orders/order-rows"
import { readOrderFiguresOf } from "../../medusa-tables/orders/read-order-figures"
import { readStoreChanges } from "../../medusa-tables/orders/read-store-changes"
import { rewriteOrder } from "../../medusa-tables/orders/rewrite-order"
import { purchaseSchema } from "../../pos-api/contract"
import { ORDER_MAPPING_VERSION } from "../../translate/order-mapping-version"
import { toReceiptOrder } from "../../translate/receipt"
import { knownOrderProviders } from "../mirror/known-providers"
import { writeRefunds } from "../mirror/write-refunds"
import { assertTablesKnown } from "../queue/known-tables"
import { judgeOrder } from "./judge-order"
import type { Mended } from "./mended"
import { nameLostChanges } from "./name-lost-changes"

/**
 * Repairs the order of a sale in place: its lines, taxes, payments and fulfilment are written again from its receipt, and
 * its refunds from theirs. Number, customer, addresses and what others wrote on it stay. In one transaction, which locks
 * the sale's receipt first; no stock moves and no event is emitted, since nothing was sold.
 * @throws TablesUnknownError
 */
export async function mendOrder(
  container: MedusaContainer,
  connection: ConnectionRecord,
  purchaseUuid: string
): Promise<Mended> {
  await assertTablesKnown(container, "orders")
  return container.resolve(POS_MODULE).transaction(async (sql, now): Promise<Mended> => {
    await lockSales(sql, connection.id, [purchaseUuid])
    const sale = await readOrderFiguresOf(sql, connection.id, purchaseUuid)
    if (!sale) {
      return { outcome: "gone" }
    }
    const differences = judgeOrder(sale)
    if (differences.length === 0) {
      return { outcome: "gone" }
    }
    if (differences.every(({ cause }) => cause === "receipt-contradicts")) {
      return {
        outcome: "failed",
        failure: "The order is as the receipt's rows say; they do not make the receipt's VAT.",
      }
    }
    const purchase = purchaseSchema.safeParse(sale.payload)
    if (!purchase.success) {
      return { outcome: "failed", failure: "The receipt no longer has what an order is written from." }
    }
    const receipt = toReceiptOrder(purchase.data)
    const orderId = sale.order_id ?? entityId("order")
    const variantOf = await findLinkedVariants(sql, connection.id, receipt.lines)
    const sold = { orderId, receipt, variants: receipt.lines.map(variantOf) }
    const rows = toOrderRows([sold], connection, await knownOrderProviders(sql))
    const changes = await readStoreChanges(sql, orderId)
    const isThere = await rewriteOrder(sql, orderId, rows, now)
    if (!isThere) {
      await insertRows(sql, rows)
    }
    await moveReceipt(sql, {
      connectionId: connection.id,
      purchaseUuid,
      orderId,
      mappingVersion: ORDER_MAPPING_VERSION,
    })
    await writeRefunds(sql, connection, [purchaseUuid])
    const written = await readOrderFiguresOf(sql, connection.id, purchaseUuid)
    return written && judgeOrder(written).length === 0
      ? { outcome: "mended", not_kept: nameLostChanges(changes) }
      : { outcome: "failed", failure: "The order was written again from its receipt, and still differs." }
  })
}
