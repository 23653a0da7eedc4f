import type { MedusaContainer } from "@medusajs/framework/types"
import { inventoryTrackingStartedPayloadSchema, inventoryTrackingStoppedPayloadSchema } from "../../pos-api/contract"
import { nullIfNotFound, type PosClient } from "../../pos-api/client"
import { POS_MODULE } from "../../modules/pos"
import { switchStock } from "../../modules/pos/queries/stock/stock-outbox"
import type { ClaimedInboxEntry } from "../../modules/pos/queries/inbox/claim-entries"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { inventoriesSchema } from "./inventories"
import { readTracked } from "./read-counter-levels"
import { type EntryOutcome, handleEach, parsePayload } from "../inbox/entry-outcome"

type InventoryApi = NonNullable<PosClient["inventory"]>

const STARTED = "InventoryTrackingStarted"
const STOPPED = "InventoryTrackingStopped"

export const isTracking = (entry: ClaimedInboxEntry) => [STARTED, STOPPED].includes(entry.event_name)

/**
 * Tracking that was switched off at the counter stays off: the product's stock is left alone, and what the ledger knew
 * of it ends. Switched on again, both sides meet anew. Notifications come out of order, so what they say is true only
 * if the service still says so.
 */
export async function handleTracking(
  container: MedusaContainer,
  connection: ConnectionRecord,
  entries: ClaimedInboxEntry[]
): Promise<EntryOutcome[]> {
  if (entries.length === 0) {
    return []
  }
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
  const started = readable.filter(({ on }) => on).map(({ payload }) => payload.productUuid)
  const off = await pos.listPosVariantLinks(
    { connection_id: connection.id, product_uuid: started, stock_off: true },
    { take: null, select: ["product_uuid"] }
  )
  const switchedOff = new Set(off.map(({ product_uuid }) => product_uuid))
  const handled = await handleEach(readable, async ({ on, payload: { productUuid } }) => {
    if (on && !switchedOff.has(productUuid)) {
      return
    }
    const tracked = (await isTracked(container, connection, productUuid)) ?? on
    if (!on) {
      await pos.transaction((sql) => switchStock(sql, connection.id, productUuid, false))
    }
    if (tracked) {
      await pos.transaction((sql) => switchStock(sql, connection.id, productUuid, true))
    }
  })
  return [...parsed.flatMap(({ outcome }) => outcome ?? []), ...handled]
}

/** Whether the service tracks a product now; null where there is no interface that tells. */
async function isTracked(
  container: MedusaContainer,
  connection: ConnectionRecord,
  productUuid: string
): Promise<boolean | null> {
  const { inventory } = await container.resolve(POS_MODULE).clientOf(connection.id)
  const inventories = inventoriesSchema.safeParse(connection.inventories)
  if (!inventory || !inventories.success) {
    return null
  }
  const tracked = await readTracked(inventory, [productUuid])
  return tracked ? tracked.has(productUuid) : hasLevels(inventory, inventories.data.STORE, productUuid)
}

/** Where the service cannot be asked, only the rows of products that it counts are there. */
async function hasLevels(inventory: InventoryApi, store: string, productUuid: string): Promise<boolean> {
  const stock = await nullIfNotFound(inventory.productStock(store, productUuid))
  return stock !== null && stock.rows.length > 0
}
