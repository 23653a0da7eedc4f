import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { insertInboxEntries } from "../../modules/pos/queries/inbox/store-entries"
import { findForgottenRefunds } from "../../modules/pos/queries/receipts/pending-refunds"

/**
 * Puts refunds that were left waiting for their sale into the inbox again, once; there they find it, fetch it, or end as
 * records of their own.
 */
export async function sweepRefunds(container: MedusaContainer, connectionId: string): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const forgotten = await pos.query((sql, now) => findForgottenRefunds(sql, connectionId, now))
  if (forgotten.length === 0) {
    return
  }
  const entries = forgotten.map(({ purchase_uuid, payload }) => ({
    natural_key: `pending-refund:${purchase_uuid}`,
    event_name: "PurchaseCreated",
    aggregate: `purchase:${purchase_uuid}`,
    source: "poll" as const,
    payload,
    message_timestamp: null,
  }))
  await pos.query((sql) => insertInboxEntries(sql, connectionId, entries))
}
