import { z } from "@medusajs/framework/zod"
import { allOf, COUNT_LIMIT, countUpTo, type Fragment, fragment, type Page } from "../../modules/pos/database/page"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { isAlsoOf, isOf, isShownAs, linksIn } from "../../modules/pos/queries/catalogue/links-in-state"
import type { LinkOrder } from "../../vocabulary/link-order"
import { isNamed, type Matching, waysToMatching } from "./matching-links"
import { SEARCHED_TITLE } from "./text-parts"

/** What a list is in the order of; what was never pushed counts as the latest. */
export type Order = { by: LinkOrder; descending: boolean }

/** Ids of a page in its order, and how many there are in all. */
export type LinkPage = { ids: string[]; count: number; count_is_lower_bound: boolean }

const pageSchema = z.object({ ids: z.array(z.string()).nullable(), count: z.coerce.number(), more: z.boolean() })

const FOUND_BY: Record<LinkOrder, string> = { product_id: "", title: "titled.title", pushed_at: "found.pushed_at" }

/**
 * A page of links that match. Up to ten thousand are found by an index and put in order; where more match, they lie close
 * to each other in any order, so the order's own index is walked until the page is full.
 * Why SQL: titles and codes are in another module's tables.
 */
export async function listMatchingLinks(sql: Sql, matching: Matching, order: Order, page: Page): Promise<LinkPage> {
  for (const way of waysToMatching(matching)) {
    const [found] = await sql(pageSchema, ...pageOf(way, order, page))
    if (found?.ids) {
      return { ids: found.ids, count: found.count, count_is_lower_bound: false }
    }
  }
  const walk = walkOf(matching, order)
  const rows = await sql(idRowSchema, `${walk.text} LIMIT ? OFFSET ?`, [...walk.bindings, page.limit, page.offset])
  return { ids: rows.map(({ id }) => id), ...(await countLeast(sql, matching)) }
}

function pageOf(way: Fragment, { by, descending }: Order, { limit, offset }: Page): [string, Fragment["bindings"]] {
  const direction = descending ? "DESC" : "ASC"
  const keys = [FOUND_BY[by], "found.product_id", "found.id"].filter((key) => key !== "")
  const title = `LEFT JOIN LATERAL (
    SELECT ${SEARCHED_TITLE} AS title FROM product WHERE id = found.product_id OFFSET 0) AS titled ON true`
  return [
    `${way.text} SELECT size.count, size.more, CASE WHEN NOT size.more THEN ARRAY(
       SELECT found.id FROM found ${by === "title" ? title : ""}
       ORDER BY ${keys.map((key) => `${key} ${direction}`).join(", ")} LIMIT ? OFFSET ?) END AS ids
     FROM size`,
    [...way.bindings, limit, offset],
  ]
}

/** All that match, in the order of an index; what else is asked of a link is looked up for each. */
function walkOf({ connection_id, state, q }: Matching, { by, descending }: Order): Fragment {
  const direction = descending ? "DESC" : "ASC"
  const asked = [state ? isShownAs(state) : null, q === undefined ? null : isNamed(q)]
  if (by === "title") {
    const where = allOf(fragment("link.deleted_at IS NULL"), isAlsoOf(connection_id), ...asked)
    return fragment(
      `SELECT one.id FROM product CROSS JOIN LATERAL (
         SELECT link.id FROM pos_product_link AS link WHERE link.product_id = product.id AND ${where.text} OFFSET 0) AS one
       ORDER BY lower(product.title) ${direction}, product.id ${direction}, one.id ${direction}`,
      ...where.bindings
    )
  }
  const where = allOf(fragment("link.deleted_at IS NULL"), isOf(connection_id), ...asked)
  const keys = by === "pushed_at" ? ["link.pushed_at", "link.product_id"] : ["link.product_id"]
  return fragment(
    `SELECT link.id FROM pos_product_link AS link WHERE ${where.text}
     ORDER BY ${keys.map((key) => `${key} ${direction}`).join(", ")}`,
    ...where.bindings
  )
}

/** So many at the least: of a word that very many have, only so many links are looked at. */
async function countLeast(sql: Sql, { q, ...filters }: Matching) {
  if (q === undefined) {
    return { count: COUNT_LIMIT, count_is_lower_bound: true }
  }
  const some = linksIn(filters, COUNT_LIMIT)
  const named = isNamed(q)
  const from = fragment(`FROM (${some.text}) AS link WHERE ${named.text}`, ...some.bindings, ...named.bindings)
  return { ...(await countUpTo(sql, from)), count_is_lower_bound: true }
}
