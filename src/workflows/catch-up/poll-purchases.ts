import type { MedusaContainer } from "@medusajs/framework/types"
import type { PosClient } from "../../pos-api/client"
import { POS_MODULE } from "../../modules/pos"
import { noteUnheard } from "../../modules/pos/queries/connection/note-unheard"
import { soldAt } from "../../translate/receipt"
import { mayCall, recordServiceError } from "../connection/circuit-breaker"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { drainInbox } from "../inbox/drain-inbox"
import { closeReceiptGaps } from "./close-receipt-gaps"
import { toQueryMoment } from "./query-moment"
import { receivePurchases } from "./receive-purchases"

const PAGE_SIZE = 500

/**
 * The safety net under notifications: asks for all purchases since the stored cursor, and then for receipt numbers that
 * are missing. Purchases nobody told of go through the inbox. Returns how many those were.
 */
export async function pollPurchases(container: MedusaContainer, connectionId: string): Promise<number> {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(connectionId)
  if (!mayCall(connection, await pos.now())) {
    return 0
  }
  try {
    const client = await pos.clientOf(connectionId)
    const found = await pollPages(container, connection, client)
    await pos.query((sql, now) => noteUnheard(sql, connectionId, found, now))
    await drainInbox(container, connectionId)
    const closed = await closeReceiptGaps(container, connection, client)
    await drainInbox(container, connectionId)
    await pos.updatePosConnections({ id: connectionId, purchases_polled_at: await pos.now() })
    return found + closed
  } catch (error) {
    await recordServiceError(container, connectionId, error)
    return 0
  }
}

/** A page's purchases are in the inbox before the cursor goes past them. */
async function pollPages(container: MedusaContainer, connection: ConnectionRecord, client: PosClient): Promise<number> {
  const pos = container.resolve(POS_MODULE)
  const since = connection.stock_since ?? connection.created_at
  const start = connection.purchase_cursor
    ? { lastPurchaseHash: connection.purchase_cursor }
    : { startDate: toQueryMoment(since) }
  let found = 0
  for await (const { purchases, unreadable, cursor } of client.purchases.pages({ ...start, limit: PAGE_SIZE })) {
    // The service takes a beginning to the minute; what was sold before it within that minute is not the connection's.
    const wanted = connection.purchase_cursor ? purchases : purchases.filter((purchase) => soldAt(purchase) >= since)
    found += await receivePurchases(container, connection.id, { purchases: wanted, unreadable })
    await pos.updatePosConnections({ id: connection.id, purchase_cursor: cursor })
  }
  return found
}
