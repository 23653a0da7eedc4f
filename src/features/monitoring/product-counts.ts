import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { countProductLinksOf, type ProductLinkCounts } from "../catalog"

/** From this number of links, counting takes longer than the rest of a page. */
const MANY = 10_000

/** How long the count of a large catalog is cached, in milliseconds. */
const CACHE_MS = 10_000

type Counted = { total: number; at: number }

/** Cached link counts of connections with many links. */
const counted = new Map<string, Counted>()

/**
 * Counts the products of connections by state. Due, rejected and excluded ones are counted each time. Large totals may
 * be ten seconds old.
 */
export async function countProducts(
  container: MedusaContainer,
  connectionIds: string[]
): Promise<(connectionId: string) => ProductLinkCounts> {
  dropExpired()
  const totals = new Map([...counted].map(([id, { total }]) => [id, total]))
  const getCounts = await container.resolve(POS_MODULE).query((sql) => countProductLinksOf(sql, connectionIds, totals))
  for (const id of connectionIds.filter((connectionId) => !totals.has(connectionId))) {
    const { total } = getCounts(id)
    if (total >= MANY) {
      counted.set(id, { total, at: performance.now() })
    }
  }
  return getCounts
}

function dropExpired(): void {
  for (const [id, { at }] of counted) {
    if (performance.now() - at > CACHE_MS) {
      counted.delete(id)
    }
  }
}
