import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { findMissingReceipts, findReceiptGaps, notePolled } from "./store"
import type { PosClient, UnreadableItem } from "../../pos-api/client"
import type { Purchase } from "../../pos-api/contract"
import { mayCall } from "../../runtime/circuit-breaker"
import { insertInboxEntries, storeUnreadable, recordMissedWebhook } from "../../runtime/inbox-store"
import { soldAt } from "../purchases"
import { drainInbox } from "../../runtime/inbox"
import { recordAttempt, recordFailedAttempt } from "../../runtime/sync-attempts"

const PAGE_SIZE = 500

/**
 * Polls all purchases since the stored cursor, and then receipts whose numbers are missing: the safety net under
 * notifications. Purchases without a notification are put into the inbox.
 * @returns how many those were
 */
export async function pollPurchases(container: MedusaContainer, connectionId: string): Promise<number> {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(connectionId)
  if (!mayCall(connection, await pos.now())) {
    return 0
  }
  try {
    const client = await pos.clientOf(connectionId)
    const receivedCount = await pollPages(container, connection, client)
    await pos.query((sql, now) => recordMissedWebhook(sql, connectionId, receivedCount, now))
    await drainInbox(container, connectionId)
    const closed = await closeReceiptGaps(container, connection, client)
    await drainInbox(container, connectionId)
    await pos.query((sql, now) => notePolled(sql, connectionId, now))
    await recordAttempt(container, { connectionId, kind: "sales_in", failure: null })
    return receivedCount + closed
  } catch (error) {
    await recordFailedAttempt(container, { connectionId, kind: "sales_in" }, error)
    return 0
  }
}

/** Polls page by page. The purchases of a page are in the inbox before the cursor moves past them. */
async function pollPages(container: MedusaContainer, connection: ConnectionRecord, client: PosClient): Promise<number> {
  const pos = container.resolve(POS_MODULE)
  const since = connection.stock_since ?? connection.created_at
  const start = connection.purchase_cursor
    ? { lastPurchaseHash: connection.purchase_cursor }
    : { startDate: toQueryMoment(since) }
  let receivedCount = 0
  let last = connection.purchase_cursor
  for await (const { purchases, unreadable, cursor } of client.purchases.pages({ ...start, limit: PAGE_SIZE })) {
    // The POS API takes a start time to the minute; earlier sales of that minute do not belong to the connection.
    const ownPurchases = connection.purchase_cursor
      ? purchases
      : purchases.filter((purchase) => soldAt(purchase) >= since)
    receivedCount += await receivePurchases(container, connection.id, { purchases: ownPurchases, unreadable })
    if (cursor !== last) {
      await pos.updatePosConnections({ id: connection.id, purchase_cursor: cursor })
      last = cursor
    }
  }
  return receivedCount
}

/** How far back receipt numbers are checked, in days. */
const LOOK_BACK_DAYS = 14
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const knownGapsSchema = z.looseObject({ open: z.array(z.object({ from: z.number(), to: z.number() })) }).nullable()

/**
 * Requests receipts whose numbers are missing between two received ones, once per gap. A gap that the POS cannot fill
 * either is recorded and shown.
 * @returns how many receipts were found
 */
async function closeReceiptGaps(
  container: MedusaContainer,
  connection: ConnectionRecord,
  client: PosClient
): Promise<number> {
  const pos = container.resolve(POS_MODULE)
  const since = new Date((await pos.now()).getTime() - LOOK_BACK_DAYS * DAY_MS)
  const gaps = await pos.query((sql) => findReceiptGaps(sql, connection.id, since))
  const knownGaps = knownGapsSchema.parse(connection.purchase_gaps)?.open ?? []
  const isKnown = (gap: { from: number; to: number }) =>
    knownGaps.some(({ from, to }) => from <= gap.from && gap.to <= to)
  let receivedCount = 0
  for (const gap of gaps.filter((candidate) => !isKnown(candidate))) {
    const window = {
      startDate: toQueryMoment(gap.after),
      endDate: toQueryMoment(new Date(gap.before.getTime() + MINUTE_MS)),
    }
    for await (const page of client.purchases.pages(window)) {
      receivedCount += await receivePurchases(container, connection.id, page)
    }
  }
  if (gaps.length > 0 || knownGaps.length > 0) {
    const open = gaps.map(({ from, to }) => ({ from, to }))
    await pos.updatePosConnections({ id: connection.id, purchase_gaps: open.length > 0 ? { open } : null })
  }
  return receivedCount
}

/**
 * Puts purchases that were read from the POS into the inbox, as if a notification had come. Those that have a receipt
 * are left out; unreadable ones wait for a person.
 * @returns how many were new
 * @param again suffix of the entries' natural keys, which imports again what ended without a receipt
 */
export async function receivePurchases(
  container: MedusaContainer,
  connectionId: string,
  { purchases, unreadable }: { purchases: Purchase[]; unreadable: UnreadableItem[] },
  again = ""
): Promise<number> {
  const pos = container.resolve(POS_MODULE)
  const uuids = [...purchases.map(({ purchaseUUID1 }) => purchaseUUID1), ...unreadable.map(({ key }) => key)]
  const missing = new Set(await pos.query((sql) => findMissingReceipts(sql, connectionId, uuids)))
  await storeUnreadable(
    container,
    connectionId,
    unreadable.filter(({ key }) => missing.has(key)),
    { kind: "purchase" }
  )
  const entries = purchases
    .filter(({ purchaseUUID1 }) => missing.has(purchaseUUID1))
    .map((purchase) => ({
      natural_key: `purchase:${purchase.purchaseUUID1}${again}`,
      event_name: "PurchaseCreated",
      aggregate: `purchase:${purchase.purchaseUUID1}`,
      source: "poll" as const,
      payload: purchase,
      message_timestamp: null,
    }))
  const received = await pos.query((sql) => insertInboxEntries(sql, connectionId, entries))
  return received.length
}

/** Formats a time for the purchase interface: UTC, to the minute. */
export const toQueryMoment = (date: Date) => date.toISOString().slice(0, "YYYY-MM-DDThh:mm".length)
