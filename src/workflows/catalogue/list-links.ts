import type { MedusaContainer } from "@medusajs/framework/types"
import { countMatching } from "../../medusa-tables/catalogue/all-matching-links"
import { countByState, type StateCount } from "../../medusa-tables/catalogue/count-matching-links"
import { listMatchingLinks, type Order } from "../../medusa-tables/catalogue/list-matching-links"
import type { Matching } from "../../medusa-tables/catalogue/matching-links"
import { readTitles } from "../../medusa-tables/catalogue/read-titles"
import { POS_MODULE } from "../../modules/pos"
import { planByIndexes } from "../../modules/pos/database/sql"
import { type BothSides, readBothSides } from "./both-sides"

/** How a list is asked for. @property wantsSides whether stock and prices of both sides are read, too */
export type ListedAs = { order: Order; limit: number; offset: number; wantsSides: boolean }

/** A page of links in its order, with their variants and what a person knows their products by. */
export async function listLinks(
  container: MedusaContainer,
  matching: Matching,
  { order, limit, offset, wantsSides }: ListedAs
) {
  const pos = container.resolve(POS_MODULE)
  const { ids, ...counted } = await pos.transaction(async (sql) => {
    await planByIndexes(sql)
    return listMatchingLinks(sql, matching, order, { limit, offset })
  })
  const [unsorted, variants] = await Promise.all([
    pos.listPosProductLinks({ id: ids }, { take: null }),
    pos.listPosVariantLinks({ product_link_id: ids }, { take: null }),
  ])
  const links = ids.flatMap((id) => unsorted.find((link) => link.id === id) ?? [])
  const titles = await pos.query((sql) =>
    readTitles(
      sql,
      links.map(({ product_id }) => product_id)
    )
  )
  const sides = new Map<string, BothSides>()
  for (const connectionId of wantsSides ? new Set(links.map(({ connection_id }) => connection_id)) : []) {
    const own = links.filter(({ connection_id }) => connection_id === connectionId)
    const known = await readBothSides(container, await pos.findConnection(connectionId), own, variants)
    known.forEach((one, id) => sides.set(id, one))
  }
  return { links, variants, titles, sides, ...counted }
}

/** How many links match, state by state. */
export async function countLinks(container: MedusaContainer, matching: Matching): Promise<StateCount[]> {
  return container.resolve(POS_MODULE).query((sql) => countByState(sql, matching))
}

/** How many links match, exactly. */
export async function countAllLinks(container: MedusaContainer, matching: Matching): Promise<number> {
  return container.resolve(POS_MODULE).query((sql) => countMatching(sql, matching))
}
