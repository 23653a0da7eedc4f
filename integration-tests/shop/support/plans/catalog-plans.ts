import { countByState, listMatchingLinks, type Matching, type Order } from "../../../../src/medusa/product-links"
import { readTitles } from "../../../../src/medusa/product-lookups"
import { COUNT_LIMIT } from "../../../../src/modules/pos/database/page"
import { planByIndexes } from "../../../../src/modules/pos/database/sql"
import type { Planned, PlannedOf } from "./planned"
import { DUE } from "./stage-rows"

/** What the catalog's list asks, for a word that one product has and for one that all have. */
export const catalogPlans: PlannedOf = ({ connectionId: connection_id, products, variants }) => {
  const page = { limit: DUE, offset: 0 }
  const listed = (name: string, due: number, matching: Matching, by: Order["by"]): Planned => ({
    name: `catalog: ${name} by ${by}`,
    due,
    plan: planByIndexes,
    run: async (sql) => listMatchingLinks(sql, { connection_id, ...matching }, { by, descending: false }, page),
  })
  const sku = variants[0]?.sku ?? ""
  // Counted up to the limit, with a title for each, and some blocks of the index for a word that all have.
  const counted = COUNT_LIMIT
  return [
    // Other codes have all its parts in another order.
    listed("one SKU", 2 * DUE, { q: sku }, "title"),
    listed("one title", DUE, { q: "ukt 4711" }, "product_id"),
    listed("no title", DUE, { q: "東京" }, "title"),
    listed("waiting", DUE, { state: "pending" }, "title"),
    listed("all", counted, {}, "product_id"),
    listed("all", counted, {}, "title"),
    listed("all", counted, {}, "pushed_at"),
    listed("every title", counted, { q: "produkt" }, "title"),
    { name: "catalog: counts", due: counted, run: async (sql) => countByState(sql, { connection_id }) },
    {
      name: "catalog: titles",
      due: DUE,
      run: async (sql) =>
        readTitles(
          sql,
          products.map(({ id }) => id)
        ),
    },
  ]
}
