import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { countProductLinksOf, type ProductLinkCounts } from "../../modules/pos/queries/outbox/product-counts"

/** Counting so many takes longer than the rest of a page together. */
const MANY = 10_000

/** So long a catalogue of many products has as many as were counted. */
const KNOWN_FOR_MS = 10_000

type Counted = { total: number; at: number }

/** How many links a connection with many had when they were counted last. */
const counted = new Map<string, Counted>()

/**
 * How the products of connections stand. What is due, rejected or left out is counted each time; how many there are at
 * all, where they are many, may be from ten seconds ago.
 */
export async function countProducts(
  container: MedusaContainer,
  connectionIds: string[]
): Promise<(connectionId: string) => ProductLinkCounts> {
  forgetOld()
  const known = new Map([...counted].map(([id, { total }]) => [id, total]))
  const countsOf = await container.resolve(POS_MODULE).query((sql) => countProductLinksOf(sql, connectionIds, known))
  for (const id of connectionIds.filter((one) => !known.has(one))) {
    const { total } = countsOf(id)
    if (total >= MANY) {
      counted.set(id, { total, at: performance.now() })
    }
  }
  return countsOf
}

function forgetOld(): void {
  for (const [id, { at }] of counted) {
    if (performance.now() - at > KNOWN_FOR_MS) {
      counted.delete(id)
    }
  }
}
