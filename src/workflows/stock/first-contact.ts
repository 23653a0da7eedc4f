import type { PosClient } from "../../pos-api/client"
import { mirrorSettingsOf } from "../../modules/pos/mirror-settings"
import { takeBaselines } from "../../modules/pos/queries/stock/baselines"
import type { ClaimedStock } from "../../modules/pos/queries/stock/claim-stock"
import { subtractBalances } from "../../translate/stock"
import { readAvailableStock } from "../../medusa-tables/stock/read-available-stock"
import { halving } from "./halving"
import { readLevels } from "./read-counter-levels"
import { keepLowStock } from "./keep-low-stock"
import type { StockSender } from "./send-movements"
import { recordDifferences } from "../../modules/pos/queries/stock/differences"

/**
 * How the first contact about one variant ended. `left`: there is nothing more to do, until a person decides or what the
 * service has refused is put right; `unread`: nobody understands what the counter says it has.
 */
export type Contact = { kind: "begun" } | { kind: "left"; reason: string | null } | { kind: "unread"; reason: string }

type InventoryApi = NonNullable<PosClient["inventory"]>

/** As many as one call switches on. */
const PRODUCTS_IN_CALL = 500

/**
 * The two sides meet about variants whose ledger has not begun. Counting is switched on first, which changes nothing where
 * it is on, and then the levels are read: a product that was switched off once has the balance that it had. Levels that
 * agree begin the ledger; of those that differ the merchant's choice decides, or a person, who is shown them. A whole
 * catalogue meets at once, so that one walk through the counter's levels serves it.
 * @returns by variant link how it ended; those that have begun are told what the shop has like any other
 */
export async function meetCounter(sender: StockSender, claims: ClaimedStock[]): Promise<Map<string, Contact>> {
  const { pos, connection, inventory, inventories } = sender
  const variantIds = claims.map((claim) => claim.variant_id)
  const available = await pos.query((sql) => readAvailableStock(sql, connection, variantIds))
  const managed = claims.filter((claim) => available.has(claim.variant_id))
  const refused = await switchOn(inventory, [...new Set(managed.map((claim) => claim.product_uuid))])
  const counted = managed.filter((claim) => !refused.has(claim.product_uuid))
  const { levels, unreadable } = await readLevels(inventory, inventories.STORE, counted, true)
  await keepLowStock(
    pos,
    connection,
    [...levels].map(([variantUuid, { lowStock }]) => ({ variantUuid, lowStock }))
  )
  const now = await sender.now()
  const meetings = counted.flatMap((claim): Meeting[] => {
    const [shopLevel, read] = [available.get(claim.variant_id), levels.get(claim.variant_uuid)]
    return read && shopLevel !== undefined
      ? [{ claim, shopLevel, posLevel: read.level, readAt: read.readAt ?? now }]
      : []
  })
  const begun = new Set(await meet(sender, meetings, now))
  return new Map(
    claims.map(({ id, variant_uuid, product_uuid }): [string, Contact] => {
      const reason = refused.get(product_uuid) ?? null
      const unread = unreadable.get(variant_uuid)
      return [
        id,
        begun.has(id) ? { kind: "begun" } : unread ? { kind: "unread", reason: unread } : { kind: "left", reason },
      ]
    })
  )
}

/** @returns why which products were refused; one of them keeps none of the others from being switched on */
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

/** A variant that both sides have a level of, before the ledger knows it. Decimal text. */
type Meeting = { claim: ClaimedStock; shopLevel: string; posLevel: string; readAt: Date }

/** @returns links whose ledger has begun, with the counter's level */
async function meet({ pos, connection }: StockSender, meetings: Meeting[], now: Date): Promise<string[]> {
  const { stock_start } = mirrorSettingsOf(connection)
  // A counter that has nothing has not counted anything either: it takes what the shop has.
  const differs = ({ shopLevel, posLevel }: Meeting) =>
    subtractBalances(shopLevel, posLevel) !== "0" && subtractBalances(posLevel, 0) !== "0"
  const asked = new Set(meetings.filter((meeting) => stock_start !== "shop" && differs(meeting)))
  if (asked.size > 0) {
    const differences = [...asked].map(({ claim, shopLevel, posLevel }) => ({
      ...{ variant_link_id: claim.id, shop_level: shopLevel, pos_level: posLevel, ledger_level: null },
      cause: "first-contact" as const,
    }))
    await pos.query((sql) => recordDifferences(sql, connection.id, differences, now))
  }
  const baselines = meetings
    .filter((meeting) => !asked.has(meeting))
    .map(({ claim, posLevel, readAt }) => ({
      ...{ linkId: claim.id, level: posLevel, readAt, revision: claim.stock_revision },
    }))
  return pos.transaction((sql) => takeBaselines(sql, connection.id, baselines))
}
