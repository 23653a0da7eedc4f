import type { MedusaContainer } from "@medusajs/framework/types"
import type { TableRows } from "../../medusa/order-tables"
import { writeRefundsOfOrders } from "../../medusa/refunds"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { Sql } from "../../modules/pos/database/sql"
import { PosNotFoundError } from "../../pos-api/client"
import type { Purchase } from "../../pos-api/contract"
import { mayCall, recordServiceError } from "../../runtime/circuit-breaker"
import type { ClaimedInboxEntry } from "../../runtime/inbox-claims"
import type { EntryOutcome } from "../../runtime/inbox-processing"
import { findWaitingSubjects, insertStoreWrites } from "../../runtime/store-writes"
import { toRefundWrite } from "./refund-writes"
import { soldAt, toReceiptOrder, lockSales, isRefund, reverseRefund } from "../purchases"
import { findOpenRefunds, type OpenRefund, placeRefunds } from "./store"

/**
 * Applies refunds to the orders of their sales: the given refunds, and refunds that wait for one of the given sales. A
 * refund whose order was deleted stays without one. Runs in the transaction that wrote the receipts.
 * @param access how orders are written; by services, refunds are stored to be applied after the transaction
 * @returns the rows that it wrote, in rounds of one refund per order, and how many refunds it stored for services
 */
export async function writeRefunds(
  sql: Sql,
  connection: { id: string; stock_location_id: string },
  purchaseUuids: string[],
  access: "sql" | "services"
): Promise<{ rows: TableRows[]; stored: number }> {
  const waiting = await findOpenRefunds(sql, connection.id, purchaseUuids, "read")
  if (waiting.length === 0) {
    return { rows: [], stored: 0 }
  }
  // A process that rewrites an order holds the lock on its sale's receipt: the order ID is read after the lock is free.
  await lockSales(
    sql,
    connection.id,
    waiting.map(({ purchase_uuid }) => purchase_uuid)
  )
  const open = await findOpenRefunds(sql, connection.id, purchaseUuids, "lock")
  const storedWrites = await storeForServices(sql, connection.id, { open, access })
  const byOrder = new Map<string, OpenRefund[]>()
  open
    .filter(({ id }) => !storedWrites.has(id))
    .forEach((refund) => byOrder.set(refund.sale_order_id, [...(byOrder.get(refund.sale_order_id) ?? []), refund]))
  const written: TableRows[] = []
  // Several refunds of one order build on one another: each round writes the next refund of every order.
  for (let round = 0; [...byOrder.values()].some((refunds) => refunds.length > round); round++) {
    const next = [...byOrder.values()].flatMap((refunds) => refunds[round] ?? [])
    const onOrders = next.map(({ sale_order_id, payload }) => ({
      orderId: sale_order_id,
      receipt: toReceiptOrder(reverseRefund(payload)),
    }))
    const { rows, orderIds } = await writeRefundsOfOrders(sql, onOrders, connection.stock_location_id)
    written.push(rows)
    // The others have lost their order and wait for another.
    const placed = next.filter(({ sale_order_id }) => orderIds.has(sale_order_id))
    await placeRefunds(
      sql,
      placed.map(({ id, sale_order_id }) => ({ id, order_id: sale_order_id }))
    )
  }
  return { rows: written, stored: storedWrites.size }
}

/**
 * Stores refunds that Medusa's services apply after the transaction: all where services write orders, otherwise those
 * of orders that services are about to write. Their receipts name their orders at once.
 * @returns the IDs of their receipts
 */
async function storeForServices(
  sql: Sql,
  connectionId: string,
  { open, access }: { open: OpenRefund[]; access: "sql" | "services" }
): Promise<Set<string>> {
  const writes = open.map((refund) => ({ refund, write: toRefundWrite(connectionId, refund) }))
  const waiting = await findWaitingSubjects(
    sql,
    writes.map(({ write }) => write.subject)
  )
  const storedWrites = writes.filter(({ write }) => access === "services" || waiting.has(write.subject))
  await insertStoreWrites(
    sql,
    storedWrites.map(({ write }) => write)
  )
  await placeRefunds(
    sql,
    storedWrites.map(({ refund }) => ({ id: refund.id, order_id: refund.sale_order_id }))
  )
  return new Set(storedWrites.map(({ refund }) => refund.id))
}

/** Notifications may come out of order; after this many attempts the sale is fetched. */
const ATTEMPTS_TO_WAIT = 2

type RefundEntry = { entry: ClaimedInboxEntry; payload: Purchase }
type PendingRefund = { id: string; purchase_uuid: string; refunds_purchase_uuid: string | null }

/**
 * Handles refunds that came before their sale: they wait for it, and after some attempts fetch it from the POS. If the
 * store does not import the sale (it is older than the connection, or deleted), the refund is kept as a record of its
 * own.
 * @param write imports purchases into the store; a sale applies the refunds that wait for it
 */
export async function settleEarlyRefunds(
  container: MedusaContainer,
  connection: ConnectionRecord,
  input: { entries: RefundEntry[]; outcomes: EntryOutcome[]; write: (purchases: Purchase[]) => Promise<void> }
): Promise<EntryOutcome[]> {
  const refunds = input.entries.filter(({ payload }) => isRefund(payload))
  if (refunds.length === 0) {
    return input.outcomes
  }
  const pos = container.resolve(POS_MODULE)
  const pending = await pos.listPosReceipts(
    {
      connection_id: connection.id,
      state: "pending",
      purchase_uuid: refunds.map(({ payload }) => payload.purchaseUUID1),
    },
    { take: null }
  )
  const waiting = new Map(pending.map((receipt) => [receipt.purchase_uuid, receipt]))
  const byId = new Map(input.entries.map((item) => [item.entry.id, item]))
  const settled: EntryOutcome[] = []
  for (const outcome of input.outcomes) {
    const item = byId.get(outcome.id)
    const refund = item && waiting.get(item.payload.purchaseUUID1)
    settled.push(
      item && refund && outcome.kind === "done"
        ? await settleEarlyRefund(container, connection, { ...item, refund, write: input.write })
        : outcome
    )
  }
  return settled
}

async function settleEarlyRefund(
  container: MedusaContainer,
  connection: ConnectionRecord,
  { entry, refund, write }: RefundEntry & { refund: PendingRefund; write: (purchases: Purchase[]) => Promise<void> }
): Promise<EntryOutcome> {
  const { id, attempts } = entry
  const saleUuid = refund.refunds_purchase_uuid
  if (saleUuid !== null && attempts <= ATTEMPTS_TO_WAIT) {
    return { id, kind: "failed", reason: `Waits for the sale ${saleUuid} that it refunds`, attempts }
  }
  const resting = saleUuid === null ? null : await getPause(container, connection.id)
  if (resting) {
    return { id, kind: "waiting", ...resting }
  }
  try {
    const reason = saleUuid === null ? "It names no sale" : await fetchSale(container, connection, saleUuid, write)
    await recordPending(container, refund.id, reason ?? `The sale ${saleUuid} that it refunds has no order`)
    return { id, kind: "done" }
  } catch (error) {
    const reason = await recordServiceError(container, connection.id, error)
    const until = (await getPause(container, connection.id))?.until
    return until ? { id, kind: "waiting", reason, until } : { id, kind: "failed", reason, attempts, error }
  }
}

/** Until when the POS is not called, and why; null while calls are allowed. A pause does not count as an attempt. */
async function getPause(
  container: MedusaContainer,
  connectionId: string
): Promise<{ reason: string; until: Date } | null> {
  const pos = container.resolve(POS_MODULE)
  const [connection, now] = await Promise.all([pos.findConnection(connectionId), pos.now()])
  return mayCall(connection, now)
    ? null
    : {
        reason: "The POS is not called for now, because it did not answer",
        until: connection.circuit_open_until ?? now,
      }
}

/** Keeps a refund as a record of its own; one that has found its order meanwhile keeps it. */
async function recordPending(container: MedusaContainer, id: string, reason: string): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  await pos.updatePosReceipts({ selector: { id, state: "pending" }, data: { state: "recorded", state_reason: reason } })
}

/** Imports the sale, and with it the refund. @returns why that is impossible, or null */
async function fetchSale(
  container: MedusaContainer,
  connection: ConnectionRecord,
  saleUuid: string,
  write: (purchases: Purchase[]) => Promise<void>
): Promise<string | null> {
  const client = await container.resolve(POS_MODULE).clientOf(connection.id)
  try {
    const sale = await client.purchases.get(saleUuid)
    if (soldAt(sale) < (connection.receipts_since ?? connection.created_at)) {
      return `The sale ${saleUuid} that it refunds is older than the connection`
    }
    await write([sale])
    return null
  } catch (error) {
    if (error instanceof PosNotFoundError) {
      return `The POS does not know the sale ${saleUuid} that it refunds`
    }
    throw error
  }
}
