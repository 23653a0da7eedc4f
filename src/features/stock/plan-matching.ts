import { BigNumber } from "bignumber.js"
import type { LeftOpenReason } from "../../contract/stock"
import { findLedgersOfItems, readStockParts, type StockPart } from "../../medusa/stock"
import type { Sql } from "../../modules/pos/database/sql"
import { parseDecimal } from "../../money/money"

/** A variant that the store matches to the POS's level, which is decimal text. */
export type PosIsRight = { linkId: string; variantId: string; level: string }

/** The plan by variant link: the store's change, signed decimal text, or why the store cannot follow. */
export type MatchingPlan = { changes: Map<string, string>; leftOpen: Map<string, LeftOpenReason> }

/**
 * Plans how the store's levels follow the POS's in initial matching. An inventory item moves at most once, by a variant
 * that is one piece of it, so that available stock, before the buffer, equals the POS's level. Kits move no parts: they
 * are settled where the parts make the POS's number of kits. A level that contradicts another variant of the same item,
 * or would take the location below 0, is left to a person.
 */
export async function planMatching(
  sql: Sql,
  connection: { id: string; stock_location_id: string; inbound_settings: unknown },
  variants: PosIsRight[]
): Promise<MatchingPlan> {
  const parts = await readStockParts(
    sql,
    connection,
    variants.map(({ variantId }) => variantId)
  )
  const ledgers = await findLedgersOfItems(sql, connection.id, [
    ...new Set(parts.map(({ inventory_item_id }) => inventory_item_id)),
  ])
  return planMoves(variants, parts, ledgers)
}

type Ledger = { inventory_item_id: string; variant_link_id: string; pos_balance: string }

/** The part of {@link planMatching} that needs no database. */
export function planMoves(variants: PosIsRight[], parts: StockPart[], ledgers: Ledger[]): MatchingPlan {
  const plan: MatchingPlan = { changes: new Map(), leftOpen: new Map() }
  const partsByVariant = new Map<string, StockPart[]>()
  for (const part of parts) {
    partsByVariant.set(part.variant_id, [...(partsByVariant.get(part.variant_id) ?? []), part])
  }
  const isSingle = ({ variantId }: PosIsRight) => {
    const [part, ...others] = partsByVariant.get(variantId) ?? []
    return part !== undefined && others.length === 0 && parseDecimal(part.required_quantity).isEqualTo(1)
  }
  const isCounted = ({ variantId }: PosIsRight) => {
    const ownParts = partsByVariant.get(variantId) ?? []
    return ownParts.length > 0 && ownParts.every(({ available }) => available !== null)
  }
  variants
    .filter((variant) => !isCounted(variant))
    .forEach(({ linkId }) => plan.leftOpen.set(linkId, "store-not-counted"))
  const counted = variants.filter(isCounted)
  const getItem = ({ variantId }: PosIsRight) => partsByVariant.get(variantId)?.[0]
  const movedByItem = new Map<string, BigNumber>()
  for (const [itemId, alike] of groupByItem(counted.filter(isSingle), getItem)) {
    const part = getItem(alike[0])
    const target = parseDecimal(alike[0].level)
    const change = target.minus(parseDecimal(part?.available ?? "0"))
    const linkIds = new Set(alike.map(({ linkId }) => linkId))
    const agrees =
      alike.every(({ level }) => parseDecimal(level).isEqualTo(target)) &&
      ledgers
        .filter((ledger) => ledger.inventory_item_id === itemId && !linkIds.has(ledger.variant_link_id))
        .every(({ pos_balance }) => parseDecimal(pos_balance).isEqualTo(target))
    const fits =
      !change.isNegative() ||
      !parseDecimal(part?.at_main ?? "0")
        .plus(change)
        .isNegative()
    alike.forEach(({ linkId }, position) => {
      if (agrees && fits) {
        plan.changes.set(linkId, position === 0 ? change.toFixed() : "0")
      } else {
        plan.leftOpen.set(linkId, "contradiction")
      }
    })
    if (agrees && fits) {
      movedByItem.set(itemId, change)
    }
  }
  for (const kit of counted.filter((variant) => !isSingle(variant))) {
    const pieces = (partsByVariant.get(kit.variantId) ?? []).map(
      ({ inventory_item_id, available, required_quantity }) =>
        parseDecimal(available ?? "0")
          .plus(movedByItem.get(inventory_item_id) ?? 0)
          .dividedBy(parseDecimal(required_quantity))
          .integerValue(BigNumber.ROUND_FLOOR)
    )
    if (BigNumber.min(...pieces).isEqualTo(parseDecimal(kit.level))) {
      plan.changes.set(kit.linkId, "0")
    } else {
      plan.leftOpen.set(kit.linkId, "contradiction")
    }
  }
  return plan
}

/** Groups variants by the single inventory item that they consist of; no group is empty. */
function groupByItem(
  variants: PosIsRight[],
  itemOf: (variant: PosIsRight) => StockPart | undefined
): Map<string, [PosIsRight, ...PosIsRight[]]> {
  const groups = new Map<string, [PosIsRight, ...PosIsRight[]]>()
  for (const variant of variants) {
    const itemId = itemOf(variant)?.inventory_item_id ?? ""
    const knownGroup = groups.get(itemId)
    groups.set(itemId, knownGroup ? [...knownGroup, variant] : [variant])
  }
  return groups
}
