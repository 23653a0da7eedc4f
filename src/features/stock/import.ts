import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { PosMovement } from "../../modules/pos/pos-movement"
import { nullIfNotFound, type PosClient } from "../../pos-api/client"
import {
  inventoryBalanceChangedPayloadSchema,
  inventoryTrackingStartedPayloadSchema,
  inventoryTrackingStoppedPayloadSchema,
  parseTimestamp,
} from "../../pos-api/contract"
import type { ClaimedInboxEntry } from "../../runtime/inbox-claims"
import type { Effects } from "../../runtime/inbox-handlers"
import {
  type EntryOutcome,
  handleEach,
  handleInRounds,
  handleTogether,
  parsePayload,
} from "../../runtime/inbox-processing"
import { recordAttempt } from "../../runtime/sync-attempts"
import { adjustStoreStock } from "./apply-movements"
import { findEarlyEchoes } from "./echoes"
import { switchStock } from "./outbox"
import { readTracked } from "./pos-levels"
import { balanceChanges, inventoriesSchema } from "./rules"

const BY_ROWS = "Stock follows the rows of receipts, since the POS's inventory interface is not configured"

const MAY_BE_ECHO = "It may be the store's own change; this is known when the current call has ended"
const ECHO_WAIT_MS = 500

const storeSchema = inventoriesSchema.pick({ STORE: true }).partial()

type ReportedBalance = { entry: ClaimedInboxEntry; movements: PosMovement[] }

/**
 * Applies InventoryBalanceChanged entries to the store's stock.
 * @param effects.onMoved receives the IDs of the levels that moved; their events wake the stock outbox
 * @param effects.onOutboxDue is called for movements that moved no level, but may have left stock to push
 */
export async function importBalances(
  container: MedusaContainer,
  connection: ConnectionRecord,
  entries: ClaimedInboxEntry[],
  { onMoved, onOutboxDue }: Effects
): Promise<EntryOutcome[]> {
  if (connection.inventories === null) {
    // Only one mechanism moves stock: without the inventory interface these are the rows of receipts.
    return entries.map(({ id }) => ({ id, kind: "ignored", reason: BY_ROWS }))
  }
  const pos = container.resolve(POS_MODULE)
  const now = await pos.now()
  const { movements, unreadable } = readMovements(connection, entries, now)
  const apply = async (batch: ReportedBalance[]) => {
    const movements = batch.flatMap((entry) => entry.movements)
    const { movedLevels } = await adjustStoreStock(container, connection, movements)
    if (movedLevels.length === 0) {
      onOutboxDue()
    }
    onMoved(movedLevels.map((level) => level.level_id))
  }
  const outcomes = await handleInRounds(movements, now, async (round) => {
    const movements = round.flatMap((entry) => entry.movements)
    const early = await pos.query((sql, at) => findEarlyEchoes(sql, connection.id, movements, at))
    const ready = round.filter((entry) => !entry.movements.some((movement) => early.has(movement)))
    const waiting = round
      .filter((entry) => !ready.includes(entry))
      .map(({ entry: { id } }): EntryOutcome => ({
        id,
        kind: "waiting",
        reason: MAY_BE_ECHO,
        until: new Date(now.getTime() + ECHO_WAIT_MS),
      }))
    return [...waiting, ...(await handleTogether(ready, apply, () => handleEach(ready, (entry) => apply([entry]))))]
  })
  const failure = outcomes.flatMap((outcome) => (outcome.kind === "failed" ? outcome.reason : [])).at(0) ?? null
  await recordAttempt(container, { connectionId: connection.id, kind: "stock_in", failure })
  return [...unreadable, ...outcomes]
}

/** Reads the movements of the connection's own inventory from entries; an unreadable entry becomes an outcome. */
function readMovements(connection: ConnectionRecord, entries: ClaimedInboxEntry[], now: Date) {
  const { STORE: store } = storeSchema.parse(connection.inventories)
  const parsed = entries.map((entry) => ({ entry, ...parsePayload(inventoryBalanceChangedPayloadSchema, entry) }))
  const movements = parsed.flatMap(({ entry, payload }): ReportedBalance[] =>
    payload === null
      ? []
      : [
          {
            entry,
            movements: balanceChanges(payload)
              .filter((change) => store === undefined || change.locationUuid === store)
              .map((change): PosMovement => ({
                naturalKey: `${entry.natural_key}:${change.variantUuid}`,
                variantUuid: change.variantUuid,
                kind: "mirrored",
                change: change.change,
                storeChange: change.change,
                before: change.before,
                balanceAfter: change.after,
                identifier: payload.externalUuid ?? null,
                // By the POS's clock: it is compared with the moment at which a level was read there.
                occurredAt:
                  parseTimestamp(payload.updated?.timestamp ?? change.created ?? entry.message_timestamp) ?? now,
              })),
          },
        ]
  )
  return { movements, unreadable: parsed.flatMap(({ outcome }) => outcome ?? []) }
}

type InventoryApi = NonNullable<PosClient["inventory"]>

const STARTED = "InventoryTrackingStarted"
const STOPPED = "InventoryTrackingStopped"

export const isTracking = (entry: ClaimedInboxEntry) => [STARTED, STOPPED].includes(entry.event_name)

/**
 * Applies notifications that the POS switched the tracking of products on or off. When it is switched off, the
 * product's stock is no longer synced and its ledger ends. When it is switched on again, initial matching starts.
 * Notifications come out of order, so each is applied only if the POS's current state confirms it.
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

/** Whether the POS tracks a product now; null where the connection has no inventory interface. */
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

/** Whether the POS has stock rows of a product. Without a tracking query, only tracked products have rows. */
async function hasLevels(inventory: InventoryApi, store: string, productUuid: string): Promise<boolean> {
  const stock = await nullIfNotFound(inventory.productStock(store, productUuid))
  return stock !== null && stock.rows.length > 0
}
