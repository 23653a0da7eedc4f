import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import type { TableRows } from "../../medusa/order-tables"
import { toRefundRows } from "../../medusa/refunds"
import { readOrdersByServices } from "../../medusa/services/read-orders"
import { parseTableRows } from "../../medusa/services/service-rows"
import { writeRefundByServices as writeByServices } from "../../medusa/services/write-refunds"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { Sql } from "../../modules/pos/database/sql"
import { purchaseSchema } from "../../pos-api/contract"
import { type NewStoreWrite, planStoreWrites, type StoreWrite } from "../../runtime/store-writes"
import { reverseRefund, toReceiptOrder } from "../purchases"
import { type OpenRefund, releaseRefund } from "./store"

/** A refund of an order, to be applied by Medusa's services after its receipt was written. */
export const toRefundWrite = (
  connectionId: string,
  refund: Pick<OpenRefund, "purchase_uuid" | "sale_order_id">
): NewStoreWrite => ({
  connection_id: connectionId,
  kind: "refund",
  key: refund.purchase_uuid,
  subject: `order:${refund.sale_order_id}`,
  payload: { order_id: refund.sale_order_id },
})

const payloadSchema = z.object({
  order_id: z.string(),
  /** the refund's rows, with all ids, once the write has been planned; null: the order was deleted */
  rows: z.unknown().optional(),
})

/** Rows that a refund wrote, and what to write to our own tables once they exist. */
type WrittenRefund = { rows: TableRows; settle: (sql: Sql) => Promise<void> }

const NOTHING: TableRows = []

/**
 * Applies a refund to the order of its sale by Medusa's services. A refund whose order was deleted stays without one, as
 * when SQL writes it.
 */
export async function writeRefundByServices(
  container: MedusaContainer,
  connection: ConnectionRecord,
  write: StoreWrite
): Promise<WrittenRefund> {
  const { order_id: orderId } = payloadSchema.parse(write.payload)
  if (payloadSchema.parse(write.payload).rows === undefined) {
    const rows = await planRefund(container, connection, { purchaseUuid: write.key, orderId })
    await container
      .resolve(POS_MODULE)
      .transaction((sql) => planStoreWrites(sql, [{ write, payload: { order_id: orderId, rows } }]))
  }
  const { rows } = payloadSchema.parse(write.payload)
  if (rows === null) {
    return {
      rows: NOTHING,
      settle: async (sql) => releaseRefund(sql, { connectionId: connection.id, purchaseUuid: write.key, orderId }),
    }
  }
  const tables = parseTableRows(rows)
  await writeByServices(container, { orderId, tables })
  return { rows: tables, settle: async () => undefined }
}

/** Builds the rows of a refund from the order as it is; null when its order or its receipt was deleted. */
async function planRefund(
  container: MedusaContainer,
  connection: ConnectionRecord,
  { purchaseUuid, orderId }: { purchaseUuid: string; orderId: string }
): Promise<TableRows | null> {
  const [receipt] = await container
    .resolve(POS_MODULE)
    .listPosReceipts({ connection_id: connection.id, purchase_uuid: purchaseUuid })
  const order = (await readOrdersByServices(container, [orderId])).get(orderId)
  if (!order || receipt?.order_id !== orderId) {
    return null
  }
  const refund = toReceiptOrder(reverseRefund(purchaseSchema.parse(receipt.payload)))
  return toRefundRows([{ receipt: refund, order, stockLocationId: connection.stock_location_id }]).rows
}
