import { getInboundSettings } from "../../modules/pos/connection-record"
import type { PosClient } from "../../pos-api/client"
import { readAvailable } from "../../runtime/stock-access"
import { closeOfVariants, endIgnored, recordDifferences, withoutIgnored } from "./differences"
import { storeLowStock } from "./low-stock"
import { findAcceptedVariants, findTrackingEnabled, recordCounted, recordTrackingEnabled } from "./matching-store"
import type { ClaimedStock } from "./outbox"
import { readLevels, readTracked } from "./pos-levels"
import { subtractBalances } from "./rules"
import { halving, type StockSender } from "./send-movements"
import { recordObservedLevels, takeBaselines } from "./tracked-levels"

/**
 * Result of initial matching of one variant. `left`: nothing more to do until a person decides or the cause of the
 * POS's refusal is fixed. `unread`: the POS's level could not be parsed.
 */
export type Contact = { kind: "begun" } | { kind: "left"; reason: string | null } | { kind: "unread"; reason: string }

type InventoryApi = NonNullable<PosClient["inventory"]>

/** Maximum number of products in one call that enables tracking. */
const PRODUCTS_IN_CALL = 500

/**
 * Initial matching: compares both levels of variants whose ledger has not started, once. Tracking is enabled first where
 * the POS does not track yet. Then the levels are read, because a product that was tracked before still has its old
 * level. A 0 of a product that the POS tracked before is a level like any other. A 0 that appears because the plugin
 * enabled tracking was never counted. Levels that agree begin the ledger. Where they differ, the setting or a person
 * decides. A whole catalog is matched at once, so that one listing of the POS's levels is enough. A variant that the
 * POS has not accepted yet waits for that.
 * @returns the result by variant link; for those that have started the store's level is sent like any other change
 */
export async function matchInitialStock(sender: StockSender, claims: ClaimedStock[]): Promise<Map<string, Contact>> {
  const { container, pos, connection, inventory, inventories } = sender
  const variantIds = claims.map((claim) => claim.variant_id)
  const available = await readAvailable(container, connection, variantIds)
  const accepted = await pos.query((sql) =>
    findAcceptedVariants(
      sql,
      claims.map(({ id }) => id)
    )
  )
  const managed = claims.filter((claim) => available.has(claim.variant_id) && accepted.has(claim.id))
  const { refused, uncounted } = await enableTracking(sender, managed)
  const counted = managed.filter((claim) => !refused.has(claim.product_uuid))
  const { levels, unreadable } = await readLevels(inventory, inventories.STORE, counted, true)
  await storeLowStock(
    pos,
    connection,
    [...levels].map(([variantUuid, { lowStock }]) => ({ variantUuid, lowStock }))
  )
  const now = await sender.now()
  const meetings = counted.flatMap((claim): Meeting[] => {
    const storeLevel = available.get(claim.variant_id)
    const read = levels.get(claim.variant_uuid)
    return read && storeLevel !== undefined
      ? [
          {
            claim,
            storeLevel,
            posLevel: read.level,
            readAt: read.readAt ?? now,
            isCounted: isCounted(claim, read.level, uncounted),
          },
        ]
      : []
  })
  const observed = meetings.map(({ claim, posLevel, readAt }) => ({
    linkId: claim.id,
    level: posLevel,
    readAt,
    balance: null,
  }))
  await pos.query((sql) => recordObservedLevels(sql, observed))
  const startedIds = new Set(await meet(sender, meetings, now))
  return new Map(
    claims.map(({ id, variant_uuid, product_uuid }): [string, Contact] => {
      const reason = refused.get(product_uuid) ?? null
      const unread = unreadable.get(variant_uuid)
      return [
        id,
        startedIds.has(id) ? { kind: "begun" } : unread ? { kind: "unread", reason: unread } : { kind: "left", reason },
      ]
    })
  )
}

/**
 * False for a 0 that appeared because the plugin enabled tracking, and for the level that the ledger expected before
 * the POS stopped tracking: no person at the POS has counted either.
 */
function isCounted({ id, pos_balance }: ClaimedStock, level: string, uncounted: ReadonlySet<string>): boolean {
  const isExpected = pos_balance !== null && subtractBalances(level, pos_balance) === "0"
  const isUncountedZero = uncounted.has(id) && subtractBalances(level, 0) === "0"
  return !isExpected && !isUncountedZero
}

type Enabled = {
  /** the POS's reason for each refused product, by product UUID */
  refused: Map<string, string>
  /** variant links whose 0 was never counted, because the plugin enabled tracking */
  uncounted: Set<string>
}

/** Enables tracking of products that the POS does not track, and first records that it was the plugin. */
async function enableTracking({ pos, inventory, inventories }: StockSender, claims: ClaimedStock[]): Promise<Enabled> {
  const productUuids = [...new Set(claims.map((claim) => claim.product_uuid))]
  const tracked =
    (await readTracked(inventory, productUuids)) ?? (await findWithRows(inventory, inventories.STORE, claims))
  const untracked = claims.filter(({ product_uuid }) => !tracked.has(product_uuid))
  if (untracked.length > 0) {
    const ids = untracked.map(({ id }) => id)
    await pos.query((sql) => recordTrackingEnabled(sql, ids))
  }
  const ids = claims.map(({ id }) => id)
  const uncounted = await pos.query((sql) => findTrackingEnabled(sql, ids))
  const refused = await switchOn(inventory, [...new Set(untracked.map(({ product_uuid }) => product_uuid))])
  return { refused, uncounted }
}

/** Finds the products that have stock rows. Without a tracking query, only tracked products have rows. */
async function findWithRows(inventory: InventoryApi, store: string, claims: ClaimedStock[]): Promise<Set<string>> {
  const { levels } = await readLevels(inventory, store, claims, false)
  return new Set(claims.flatMap(({ variant_uuid, product_uuid }) => (levels.has(variant_uuid) ? [product_uuid] : [])))
}

/** Enables tracking; a refused product does not block the others. @returns the POS's reasons by product UUID */
async function switchOn(inventory: InventoryApi, productUuids: string[]): Promise<Map<string, string>> {
  const refused = new Map<string, string>()
  for (let from = 0; from < productUuids.length; from += PRODUCTS_IN_CALL) {
    const some = productUuids.slice(from, from + PRODUCTS_IN_CALL)
    const together = async (part: string[]) =>
      inventory.setTracking(part.map((productUuid) => ({ productUuid, tracking: "enable" })))
    for (const { item, reason } of await halving(some, together)) {
      refused.set(item, reason)
    }
  }
  return refused
}

/**
 * A variant with a level on both sides whose ledger has not started; decimal text. `isCounted`: false for a level that no
 * person at the POS has counted, which the store's level replaces.
 */
type Meeting = { claim: ClaimedStock; storeLevel: string; posLevel: string; readAt: Date; isCounted: boolean }

/**
 * Records a difference where the levels must be decided on, and begins the other ledgers with the POS's levels.
 * @returns links whose ledger has started
 */
async function meet({ pos, connection }: StockSender, meetings: Meeting[], now: Date): Promise<string[]> {
  const { initial_stock_source } = getInboundSettings(connection)
  const requestedVariants = new Set(
    meetings.filter(
      ({ isCounted, storeLevel, posLevel }) =>
        initial_stock_source !== "store" && isCounted && subtractBalances(storeLevel, posLevel) !== "0"
    )
  )
  if (requestedVariants.size > 0) {
    const differences = [...requestedVariants].map(({ claim, storeLevel, posLevel }) => ({
      variant_link_id: claim.id,
      store_level: storeLevel,
      pos_level: posLevel,
      ledger_level: null,
      cause: "first-contact" as const,
    }))
    await pos.transaction(async (sql) => {
      await recordDifferences(sql, connection.id, await withoutIgnored(sql, connection.id, differences), now)
      await recordCounted(
        sql,
        differences.map(({ variant_link_id }) => variant_link_id)
      )
    })
  }
  const baselines = meetings
    .filter((meeting) => !requestedVariants.has(meeting))
    .map(({ claim, posLevel, readAt }) => ({
      linkId: claim.id,
      level: posLevel,
      readAt,
      revision: claim.stock_revision,
    }))
  return pos.transaction(async (sql) => {
    const startedIds = await takeBaselines(sql, connection.id, baselines)
    await closeOfVariants(sql, startedIds, now)
    await endIgnored(sql, connection.id, startedIds)
    return startedIds
  })
}
