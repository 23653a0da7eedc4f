import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { listRegisteredProviders, orderProviders } from "../../medusa/order-providers"
import { toOrderRows } from "../../medusa/order-rows"
import type { TableRows } from "../../medusa/order-tables"
import { findVariantsByQuery } from "../../medusa/services/find-products"
import { parseTableRows } from "../../medusa/services/service-rows"
import { writeOrdersByServices } from "../../medusa/services/write-orders"
import { POS_MODULE } from "../../modules/pos"
import { type ConnectionRecord, getInboundSettings } from "../../modules/pos/connection-record"
import type { Sql } from "../../modules/pos/database/sql"
import { entityId } from "../../modules/pos/entity-id"
import { purchaseSchema } from "../../pos-api/contract"
import type { StoreWriteHandler } from "../../runtime/store-write-drain"
import { type NewStoreWrite, planStoreWrites, type StoreWrite } from "../../runtime/store-writes"
import { runInBackground } from "../../runtime/workers"
import { writeRefundByServices } from "../refunds"
import { toReceiptOrder } from "../purchases"
import { getOrderEvents, insertOrderEvents, publishOrderEvents } from "./order-events"

/** The order of a receipt, to be written by Medusa's services after the receipt. */
export const toOrderWrite = (connectionId: string, purchaseUuid: string, orderId: string): NewStoreWrite => ({
  connection_id: connectionId,
  kind: "order",
  key: purchaseUuid,
  // A refund of the order has the same subject, and follows.
  subject: `order:${orderId}`,
  payload: { order_id: orderId },
})

const payloadSchema = z.object({
  order_id: z.string(),
  /** the order's rows, with all ids, once the write has been planned; null: there is nothing to write */
  rows: z.unknown().optional(),
})

/** A write with its rows. */
type PlannedOrder = { write: StoreWrite; connection: ConnectionRecord; rows: TableRows }

/** Creates the orders of receipts by Medusa's services, and stores their events once they exist. */
export const orderWriteHandler: StoreWriteHandler = {
  perform: async (container, writes) => {
    const planned = await planOrders(container, writes)
    await writeOrdersByServices(
      container,
      planned.flatMap(({ rows }) => rows)
    )
    return async (sql) => storeEvents(sql, planned)
  },
  onPerformed: publishInBackground,
}

/** Applies refunds to orders by Medusa's services, and stores their events. */
export const refundWriteHandler: StoreWriteHandler = {
  perform: async (container, writes) => {
    const planned: PlannedOrder[] = []
    const settlements: ((sql: Sql) => Promise<void>)[] = []
    for (const write of writes) {
      const connection = await container.resolve(POS_MODULE).findConnection(write.connection_id)
      const { rows, settle } = await writeRefundByServices(container, connection, write)
      planned.push({ write, connection, rows })
      settlements.push(settle)
    }
    return async (sql) => {
      for (const settle of settlements) {
        await settle(sql)
      }
      await storeEvents(sql, planned)
    }
  },
  onPerformed: publishInBackground,
}

function publishInBackground(container: MedusaContainer): void {
  runInBackground(container, "publishing order events", publishOrderEvents(container))
}

async function storeEvents(sql: Sql, planned: PlannedOrder[]): Promise<void> {
  const events = planned.flatMap(({ connection, rows }) =>
    getOrderEvents(rows, {
      choice: getInboundSettings(connection).order_events,
      since: connection.stock_since ?? connection.created_at,
    })
  )
  if (events.length > 0) {
    await insertOrderEvents(sql, entityId("posann"), events)
  }
}

/** Builds the rows of orders and stores them with their writes, unless an earlier attempt has done so. */
async function planOrders(container: MedusaContainer, writes: StoreWrite[]): Promise<PlannedOrder[]> {
  const planned: PlannedOrder[] = []
  for (const connectionId of new Set(writes.map(({ connection_id }) => connection_id))) {
    const connection = await container.resolve(POS_MODULE).findConnection(connectionId)
    const ofConnection = writes.filter(({ connection_id }) => connection_id === connectionId)
    await planOfConnection(
      container,
      connection,
      ofConnection.filter(({ payload }) => payloadSchema.parse(payload).rows === undefined)
    )
    planned.push(
      ...ofConnection.map((write) => ({
        write,
        connection,
        rows: parseTableRows(payloadSchema.parse(write.payload).rows ?? []),
      }))
    )
  }
  return planned
}

async function planOfConnection(
  container: MedusaContainer,
  connection: ConnectionRecord,
  writes: StoreWrite[]
): Promise<void> {
  if (writes.length === 0) {
    return
  }
  const pos = container.resolve(POS_MODULE)
  const purchaseUuids = writes.map(({ key }) => key)
  const receipts = await pos.listPosReceipts(
    { connection_id: connection.id, purchase_uuid: purchaseUuids },
    { take: null }
  )
  const receiptByUuid = new Map(receipts.map((receipt) => [receipt.purchase_uuid, receipt]))
  const orders = writes.flatMap((write) => {
    const receipt = receiptByUuid.get(write.key)
    const { order_id: orderId } = payloadSchema.parse(write.payload)
    // A receipt that was moved to another order, or deleted, needs this one no more.
    return receipt?.order_id === orderId
      ? [{ write, orderId, receipt: toReceiptOrder(purchaseSchema.parse(receipt.payload)) }]
      : []
  })
  const lines = orders.flatMap(({ receipt }) => receipt.lines)
  const findVariant = await findVariantsByQuery(container, connection.id, lines)
  const providers = orderProviders(await listRegisteredProviders(container))
  const rowsByWrite = new Map(
    orders.map(({ write, orderId, receipt }) => [
      write.id,
      toOrderRows([{ orderId, receipt, variants: receipt.lines.map(findVariant) }], connection, providers),
    ])
  )
  await pos.transaction((sql) =>
    planStoreWrites(
      sql,
      writes.map((write) => ({
        write,
        payload: { order_id: payloadSchema.parse(write.payload).order_id, rows: rowsByWrite.get(write.id) ?? null },
      }))
    )
  )
}
