import type { MedusaContainer } from "@medusajs/framework/types"
import { inventoryTrackingStartedPayloadSchema, inventoryTrackingStoppedPayloadSchema } from "../../pos-api/contract"
import { POS_MODULE } from "../../modules/pos"
import type { ClaimedInboxEntry } from "../../modules/pos/queries/inbox"
import type { ConnectionRecord } from "../connection-record"
import { type EntryOutcome, handleEach, parsePayload } from "./entry-outcome"

const STARTED = "InventoryTrackingStarted"
const STOPPED = "InventoryTrackingStopped"

export const isTracking = (entry: ClaimedInboxEntry) => [STARTED, STOPPED].includes(entry.event_name)

/**
 * Tracking that was switched off at the counter stays off: the product's stock is left alone, and what the ledger knew
 * of it ends. Switched on again, both sides meet anew.
 */
export async function handleTracking(
  container: MedusaContainer,
  connection: ConnectionRecord,
  entries: ClaimedInboxEntry[]
): Promise<EntryOutcome[]> {
  const pos = container.resolve(POS_MODULE)
  const parsed = entries.map((entry) => ({
    entry,
    on: entry.event_name === STARTED,
    ...parsePayload(
      entry.event_name === STARTED ? inventoryTrackingStartedPayloadSchema : inventoryTrackingStoppedPayloadSchema,
      entry
    ),
  }))
  const readable = parsed.flatMap(({ entry, on, payload }) => (payload ? [{ entry, on, payload }] : []))
  const handled = await handleEach(readable, async ({ on, payload }) =>
    pos.switchStock(connection.id, payload.productUuid, on)
  )
  return [...parsed.flatMap(({ outcome }) => outcome ?? []), ...handled]
}
