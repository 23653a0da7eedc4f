import type { MedusaContainer } from "@medusajs/framework/types"
import type { UnreadableItem } from "../../pos-api/client"
import type { Purchase } from "../../pos-api/contract"
import { POS_MODULE } from "../../modules/pos"
import { insertInboxEntries } from "../../modules/pos/queries/inbox/store-entries"
import { findMissingReceipts } from "../../modules/pos/queries/receipts/receipts"
import { keepUnreadable } from "../inbox/keep-unreadable"

/**
 * Puts purchases that somebody found at the service into the inbox, as if they had been told; those that have a receipt
 * are left alone, and those that cannot be read wait for a person. Returns how many the shop had not heard of.
 * @param again makes news of what was found before, and ended without a receipt
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
  await keepUnreadable(
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
