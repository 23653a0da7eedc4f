import type { MedusaContainer } from "@medusajs/framework/types"
import { findLinkedVariants } from "../../medusa/linked-variants"
import { type ImportedOrder, type OrderPlace, toOrderRows } from "../../medusa/order-rows"
import { insertRows, type TableRows } from "../../medusa/order-tables"
import { POS_MODULE } from "../../modules/pos"
import { type ConnectionRecord, getInboundSettings } from "../../modules/pos/connection-record"
import type { Sql } from "../../modules/pos/database/sql"
import { entityId } from "../../modules/pos/entity-id"
import { type Purchase, purchaseNotificationSchema } from "../../pos-api/contract"
import type { ClaimedInboxEntry } from "../../runtime/inbox-claims"
import { type EntryOutcome, handleEach, handleTogether, parsePayload } from "../../runtime/inbox-processing"
import { getTableAccess } from "../../runtime/schema-compatibility"
import { drainStoreWrites } from "../../runtime/store-write-drain"
import { insertStoreWrites } from "../../runtime/store-writes"
import { runInBackground } from "../../runtime/workers"
import { notifyOfFirstSales } from "../catalog"
import { settleEarlyRefunds, writeRefunds } from "../refunds"
import {
  isRefund,
  getRefundedSale,
  getCashier,
  getReceiptNumber,
  ORDER_MAPPING_VERSION,
  type ReceiptLine,
  type ReceiptOrder,
  soldAt,
  toReceiptOrder,
  getTax,
  vatByRate,
} from "../purchases"
import { adjustStoreStock, soldMovements } from "../stock"
import { DisplayIds } from "./display-ids"
import { publishOrderEvents, insertOrderEvents, getOrderEvents } from "./order-events"
import { knownOrderProviders } from "./order-providers"
import { toOrderWrite } from "./order-writes"
import { receivePurchases } from "./poll"
import { insertReceipts, type ReceiptRow } from "./store"

/**
 * Imports PurchaseCreated entries as receipts and orders: all in one transaction, or one by one when that fails. The
 * events of the orders are then published in the background.
 * @param onMoved receives the IDs of the levels that moved
 */
export async function importPurchases(
  container: MedusaContainer,
  connection: ConnectionRecord,
  entries: ClaimedInboxEntry[],
  onMoved: (levelIds: string[]) => void
): Promise<EntryOutcome[]> {
  const pos = container.resolve(POS_MODULE)
  const displayIds = new DisplayIds(container)
  const access = (await getTableAccess(container, "orders")) === "services" ? "services" : "sql"
  let pendingEvents = 0
  let stored = 0
  const unlinked = new Set<string>()
  const since = connection.stock_since ?? connection.created_at
  const parsed = entries.map((entry) => ({ entry, ...parsePayload(purchaseNotificationSchema, entry) }))
  const unreadable = parsed.flatMap(({ outcome }) => outcome ?? [])
  const readable = parsed.flatMap(({ entry, payload }) => (payload ? [{ entry, payload }] : []))
  const write = async (purchases: Purchase[]) => {
    const written = await pos.transaction((sql, _now, context) =>
      writeReceipts(sql, connection, purchases, {
        access,
        displayIdOf: async (order) => displayIds.idOf(order, connection, context),
      })
    )
    pendingEvents += written.events
    stored += written.stored
    written.unlinked.forEach((productUuid) => unlinked.add(productUuid))
    if (connection.inventories === null && connection.stock_sync !== "off") {
      const { movedLevels } = await adjustStoreStock(container, connection, soldMovements(purchases, since))
      onMoved(movedLevels.map((level) => level.level_id))
    }
  }
  const writeBatch = async (batch: { payload: Purchase }[]) => write(batch.map(({ payload }) => payload))
  const handled = await handleTogether(readable, writeBatch, () =>
    handleEach(readable, (receipt) => writeBatch([receipt]))
  )
  try {
    const settled = await settleEarlyRefunds(container, connection, {
      entries: readable,
      outcomes: handled,
      // An entry of its own: when an error comes between the sale's order and its stock, the sale is handled again.
      write: async (purchases) => {
        await receivePurchases(container, connection.id, { purchases, unreadable: [] })
        await write(purchases)
      },
    })
    return [...unreadable, ...settled]
  } finally {
    if (pendingEvents > 0) {
      runInBackground(container, "publishing order events", publishOrderEvents(container))
    }
    if (unlinked.size > 0) {
      runInBackground(
        container,
        "notifying of unlinked products",
        notifyOfFirstSales(container, connection, [...unlinked])
      )
    }
    if (stored > 0) {
      runInBackground(container, "writing to the store by Medusa's services", drainStoreWrites(container))
    }
  }
}

type NewReceipt = { purchase: Purchase; orderId: string | null }

/** The settings of a connection that importing receipts needs. */
export type ImportConnection = OrderPlace & {
  id: string
  inbound_settings: unknown
  stock_since: Date | null
  created_at: Date
}

/**
 * What waits once receipts are written: events to be published, writes for Medusa's services, and the UUIDs of sold
 * products that the store does not have.
 */
type WrittenReceipts = { events: number; stored: number; unlinked: string[] }

/** How orders are written. */
type OrderAccess = {
  access: "sql" | "services"
  /** returns the custom display ID of an order that SQL writes; null: none. Medusa's services generate it themselves */
  displayIdOf: (order: ImportedOrder) => Promise<string | null>
}

/**
 * Writes receipts and their orders, each purchase once. A refund changes the order of its sale; one that comes before
 * its sale stays pending until the sale is written. The events of these orders are stored with them.
 *
 * Why SQL across modules: receipt, order, payment and fulfillment must appear together or not at all, even after a
 * crash. The chain of workflows that Medusa documents takes half a second per receipt. In a transaction.
 * Where SQL does not know the tables, the orders are stored to be written by Medusa's services after the transaction.
 */
export async function writeReceipts(
  sql: Sql,
  connection: ImportConnection,
  purchases: Purchase[],
  { access, displayIdOf }: OrderAccess
): Promise<WrittenReceipts> {
  const distinct = [...new Map(purchases.map((purchase) => [purchase.purchaseUUID1, purchase])).values()]
  const receipts = distinct.map((purchase) => ({
    purchase,
    orderId: isRefund(purchase) ? null : entityId("order"),
  }))
  const fresh = await insertReceipts(sql, connection.id, receipts.map(toReceiptRow))
  const orders = receipts.flatMap(({ purchase, orderId }) =>
    orderId !== null && fresh.has(purchase.purchaseUUID1) ? [{ orderId, receipt: toReceiptOrder(purchase) }] : []
  )
  const { rows: orderRows, unlinked } = await (access === "services"
    ? storeOrders(sql, connection, orders)
    : insertOrders(sql, connection, orders, displayIdOf))
  // All purchases, not only new ones: two workers that write a sale and its refund at once do not see each other's.
  const purchaseUuids = receipts.map(({ purchase }) => purchase.purchaseUUID1)
  const refunds = await writeRefunds(sql, connection, purchaseUuids, access)
  const wanted = {
    choice: getInboundSettings(connection).order_events,
    since: connection.stock_since ?? connection.created_at,
  }
  const events = [orderRows, ...refunds.rows].flatMap((rows) => getOrderEvents(rows, wanted))
  if (events.length > 0) {
    await insertOrderEvents(sql, entityId("posann"), events)
  }
  return {
    events: events.length,
    stored: refunds.stored + (access === "services" ? orders.length : 0),
    unlinked: unlinked.filter(({ at }) => at >= wanted.since).map(({ productUuid }) => productUuid),
  }
}

/** The order of a receipt that is not written yet. */
type NewOrder = { orderId: string; receipt: ReceiptOrder }

/** The rows of orders, and the products of their lines for which the store may have no product. */
type WrittenOrders = { rows: TableRows; unlinked: { productUuid: string; at: Date }[] }

/** Lists the products of lines that match a condition, with the time of their sale. */
const listProducts = (orders: NewOrder[], isListed: (line: ReceiptLine) => boolean): WrittenOrders["unlinked"] =>
  orders.flatMap(({ receipt }) =>
    receipt.lines
      .filter(isListed)
      .flatMap(({ kind, productUuid }) =>
        kind === "product" && productUuid !== null ? { productUuid, at: receipt.soldAt } : []
      )
  )

/** Writes orders by SQL. */
async function insertOrders(
  sql: Sql,
  connection: ImportConnection,
  orders: NewOrder[],
  displayIdOf: OrderAccess["displayIdOf"]
): Promise<WrittenOrders> {
  const lines = orders.flatMap((order) => order.receipt.lines)
  const findVariant = await findLinkedVariants(sql, connection.id, lines)
  const mirrored: ImportedOrder[] = []
  for (const { orderId, receipt } of orders) {
    const order = { orderId, receipt, variants: receipt.lines.map(findVariant) }
    mirrored.push({ ...order, customDisplayId: await displayIdOf(order) })
  }
  const orderRows = toOrderRows(mirrored, connection, await knownOrderProviders(sql))
  await insertRows(sql, orderRows)
  return { rows: orderRows, unlinked: listProducts(orders, (line) => findVariant(line) === null) }
}

/** Stores orders to be written by Medusa's services, without rows: their events are stored once they exist. */
async function storeOrders(sql: Sql, connection: ImportConnection, orders: NewOrder[]): Promise<WrittenOrders> {
  await insertStoreWrites(
    sql,
    orders.map(({ orderId, receipt }) => toOrderWrite(connection.id, receipt.purchaseUuid, orderId))
  )
  return { rows: [], unlinked: listProducts(orders, () => true) }
}

function toReceiptRow({ purchase, orderId }: NewReceipt): ReceiptRow {
  const figures = vatByRate(purchase)
  return {
    id: entityId("posrec"),
    purchase_uuid: purchase.purchaseUUID1,
    purchase_number: getReceiptNumber(purchase),
    state: orderId === null ? "pending" : "mirrored",
    state_reason: orderId === null ? "Waits for the sale that it refunds" : null,
    order_id: orderId,
    order_mapping_version: orderId === null ? null : ORDER_MAPPING_VERSION,
    amount: purchase.amount,
    vat_amount: getTax(figures),
    vat_by_rate: figures,
    currency_code: purchase.currency.toLowerCase(),
    refund: isRefund(purchase),
    refunds_purchase_uuid: getRefundedSale(purchase),
    cashier: getCashier(purchase),
    sold_at: soldAt(purchase),
    payload: purchase,
  }
}
