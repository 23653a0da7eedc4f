import { listTrackedLinks, type TrackedLink } from "../../modules/pos/queries/stock/tracked-links"
import type { PosModuleService } from "../../modules/pos/service"
import { subtractBalances } from "../../translate/stock"
import { readAvailableStock } from "../../medusa-tables/stock/read-available-stock"
import type { FoundDifference } from "../../modules/pos/queries/stock/differences"

const PAGE_SIZE = 1_000

export type Comparison = { compared: number; differences: FoundDifference[]; unsentVariantIds: string[] }

/** What was read of the counter. */
export type CounterLevels = {
  /** by variant, decimal text */
  rows: Map<string, string>
  /** variants whose row nobody understands */
  unreadable: ReadonlySet<string>
  /** products that it counts, of those given; null where it does not tell */
  tracked: (productUuids: string[]) => Promise<ReadonlySet<string> | null>
}

/**
 * Compares, for every variant whose ledger has begun, the shop's level, the counter's, and what the ledger says that the
 * counter has. The ledger tells the cause: when it and the counter disagree, the counter moved without our hearing of
 * it; when only the shop differs, its movement has not been told.
 * A product that is counted has a balance of 0 where it has no row.
 */
export async function compareLevels(
  pos: PosModuleService,
  connection: { id: string; stock_location_id: string; mirror_settings: unknown },
  counter: CounterLevels
): Promise<Comparison> {
  const comparison: Comparison = { compared: 0, differences: [], unsentVariantIds: [] }
  for (let last = ""; ;) {
    const page = { connectionId: connection.id, after: last, limit: PAGE_SIZE }
    const links = await pos.query((sql) => listTrackedLinks(sql, page))
    const next = links.at(-1)
    if (!next) {
      return comparison
    }
    last = next.id
    const variantIds = links.map((link) => link.variant_id)
    const available = await pos.query((sql) => readAvailableStock(sql, connection, variantIds))
    const empty = await findEmpty(links, counter)
    for (const link of links) {
      const pos = counter.rows.get(link.variant_uuid) ?? (empty.has(link.variant_uuid) ? "0" : undefined)
      const shop = available.get(link.variant_id)
      if (shop === undefined || pos === undefined) {
        continue
      }
      comparison.compared++
      const missed = subtractBalances(pos, link.pos_balance) !== "0"
      if (missed || subtractBalances(shop, link.pos_balance) !== "0") {
        comparison.differences.push({
          variant_link_id: link.id,
          shop_level: shop,
          pos_level: pos,
          ledger_level: link.pos_balance,
          cause: missed ? (link.unsent ? "unknown" : "missed") : "unsent",
        })
        comparison.unsentVariantIds.push(...(missed ? [] : [link.variant_id]))
      }
    }
  }
}

/** Variants that the counter has nothing of, although the ledger says that it has. */
async function findEmpty(links: TrackedLink[], counter: CounterLevels): Promise<Set<string>> {
  const missing = links.filter(
    ({ variant_uuid, pos_balance }) =>
      !counter.rows.has(variant_uuid) &&
      !counter.unreadable.has(variant_uuid) &&
      subtractBalances(pos_balance, 0) !== "0"
  )
  const tracked =
    missing.length > 0 ? await counter.tracked([...new Set(missing.map(({ product_uuid }) => product_uuid))]) : null
  return new Set(
    missing.flatMap(({ variant_uuid, product_uuid }) => (tracked?.has(product_uuid) ? [variant_uuid] : []))
  )
}
