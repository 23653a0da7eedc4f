import { z } from "zod"
import { type LinkOrder, PRODUCT_LINK_STATES } from "../contract/catalog"
import {
  allOf,
  containing,
  COUNT_LIMIT,
  countUpTo,
  type Fragment,
  fragment,
  type Page,
} from "../modules/pos/database/page"
import { idRowSchema, type Sql } from "../modules/pos/database/sql"

/** A character that occurs in no title and no code. */
const BETWEEN = "chr(31)"

const getPairs = (text: string) =>
  `string_to_array(regexp_replace(${text}, '(..)', '\\1' || ${BETWEEN}, 'g'), ${BETWEEN})`

/**
 * SQL expression for every character and every pair of adjacent characters of a text. A text that contains another has
 * all of its parts, so an index of parts finds substrings in any script. pg_trgm needs three characters, supports no
 * script but the database's own, and is not available everywhere.
 */
export const getParts = (text: string): string =>
  `(string_to_array(${text}, NULL) || ${getPairs(text)} || ${getPairs(`substr(${text}, 2)`)})`

/** The searched text of a product. */
export const SEARCHED_TITLE = "lower(title)"

/** The searched text of a variant. */
export const SEARCHED_CODES =
  "lower(coalesce(sku, '') || ' ' || coalesce(barcode, '') || ' ' || coalesce(ean, '') || ' ' || coalesce(upc, ''))"

/** The order of a list; products that were never pushed count as the latest. */
export type Order = { by: LinkOrder; descending: boolean }

/** IDs of a page in order, and the total count. */
export type LinkPage = { ids: string[]; count: number; count_is_lower_bound: boolean }

const pageSchema = z.object({ ids: z.array(z.string()).nullable(), count: z.coerce.number(), more: z.boolean() })

const FOUND_BY: Record<LinkOrder, string> = { product_id: "", title: "titled.title", pushed_at: "found.pushed_at" }

/**
 * Lists a page of matching links. Up to ten thousand matches are found by an index and sorted. When there are more, a
 * walk along the order's own index soon fills the page, because matches are frequent. Why SQL: titles and codes are in
 * another module's tables.
 */
export async function listMatchingLinks(sql: Sql, matching: Matching, order: Order, page: Page): Promise<LinkPage> {
  for (const way of waysToMatching(matching)) {
    const [linkPage] = await sql(pageSchema, ...getPage(way, order, page))
    if (linkPage?.ids) {
      return { ids: linkPage.ids, count: linkPage.count, count_is_lower_bound: false }
    }
  }
  const walk = toWalkQuery(matching, order)
  const rows = await sql(idRowSchema, `${walk.text} LIMIT ? OFFSET ?`, [...walk.bindings, page.limit, page.offset])
  return { ids: rows.map(({ id }) => id), ...(await countLeast(sql, matching)) }
}

function getPage(way: Fragment, { by, descending }: Order, { limit, offset }: Page): [string, Fragment["bindings"]] {
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

/** Query for all matches in the order of an index; the other conditions are checked for each link. */
function toWalkQuery({ connection_id, state, q }: Matching, { by, descending }: Order): Fragment {
  const direction = descending ? "DESC" : "ASC"
  const conditions = [state ? isShownAs(state) : null, q === undefined ? null : isNamed(q)]
  if (by === "title") {
    const where = allOf(fragment("link.deleted_at IS NULL"), isAlsoOf(connection_id), ...conditions)
    return fragment(
      `SELECT listed.id FROM product CROSS JOIN LATERAL (
         SELECT link.id FROM pos_product_link AS link WHERE link.product_id = product.id AND ${where.text} OFFSET 0) AS listed
       ORDER BY lower(product.title) ${direction}, product.id ${direction}, listed.id ${direction}`,
      ...where.bindings
    )
  }
  const where = allOf(fragment("link.deleted_at IS NULL"), isOf(connection_id), ...conditions)
  const keys = by === "pushed_at" ? ["link.pushed_at", "link.product_id"] : ["link.product_id"]
  return fragment(
    `SELECT link.id FROM pos_product_link AS link WHERE ${where.text}
     ORDER BY ${keys.map((key) => `${key} ${direction}`).join(", ")}`,
    ...where.bindings
  )
}

/** Counts a lower bound: for a very frequent word only a limited number of links is checked. */
async function countLeast(sql: Sql, { q, ...filters }: Matching) {
  if (q === undefined) {
    return { count: COUNT_LIMIT, count_is_lower_bound: true }
  }
  const some = linksIn(filters, COUNT_LIMIT)
  const nameCondition = isNamed(q)
  const from = fragment(
    `FROM (${some.text}) AS link WHERE ${nameCondition.text}`,
    ...some.bindings,
    ...nameCondition.bindings
  )
  return { ...(await countUpTo(sql, from)), count_is_lower_bound: true }
}

const countedSchema = z.object({ state: z.enum(PRODUCT_LINK_STATES), count: z.coerce.number() })

/** Number of links in a state; null where the searched word is too frequent to count them. */
export type StateCount = { state: LinkState; count: number | null; count_is_lower_bound: boolean }

const counted = (rows: z.infer<typeof countedSchema>[]): StateCount[] =>
  PRODUCT_LINK_STATES.map((state) => {
    const count = rows.find((row) => row.state === state)?.count ?? 0
    return { state, count: Math.min(count, COUNT_LIMIT), count_is_lower_bound: count > COUNT_LIMIT }
  })

/** Counts matching links by the state that is shown, each up to {@link COUNT_LIMIT}. */
export async function countByState(sql: Sql, { connection_id, q }: Matching): Promise<StateCount[]> {
  if (q === undefined) {
    const some = PRODUCT_LINK_STATES.map((state) => linksIn({ connection_id, state }, COUNT_LIMIT + 1))
    const arms = some.map(({ text, bindings }, index) => {
      const state = PRODUCT_LINK_STATES[index] ?? ""
      return fragment(`SELECT ?::text AS state, count(*) AS count FROM (${text}) AS link`, state, ...bindings)
    })
    return counted(
      await sql(
        countedSchema,
        arms.map(({ text }) => text).join(" UNION ALL "),
        arms.flatMap(({ bindings }) => bindings)
      )
    )
  }
  const [way] = waysToMatching({ connection_id, q })
  const rows = way ? await countFound(sql, way) : null
  return rows
    ? counted(rows)
    : PRODUCT_LINK_STATES.map((state) => ({ state, count: null, count_is_lower_bound: false }))
}

const foundSchema = z.object({ more: z.boolean(), counts: z.array(countedSchema).nullable() })

async function countFound(sql: Sql, way: Fragment) {
  const [countRow] = await sql(
    foundSchema,
    `${way.text} SELECT size.more, (
       SELECT json_agg(by_state) FROM (SELECT shown AS state, count(*) AS count FROM found GROUP BY shown) AS by_state) AS counts
     FROM size`,
    way.bindings
  )
  return countRow === undefined || countRow.more ? null : (countRow.counts ?? [])
}

const matchesSchema = z.object({ count: z.coerce.number() })

/** Condition on `link` with all filters. */
const whatMatches = ({ connection_id, state, q }: Matching): Fragment =>
  allOf(
    fragment("link.deleted_at IS NULL"),
    isOf(connection_id),
    state ? isShownAs(state) : null,
    q === undefined ? null : isNamed(q)
  )

/** Counts matching links exactly, before an action that applies to all of them. */
export async function countMatching(sql: Sql, matching: Matching): Promise<number> {
  const where = whatMatches(matching)
  const [row] = await sql(
    matchesSchema,
    `SELECT count(*) AS count FROM pos_product_link AS link WHERE ${where.text}`,
    where.bindings
  )
  return row?.count ?? 0
}

const productSchema = z.object({ product_id: z.string() })

/** Lists the next matching products by ID, because an action on one may make it match no longer. */
export async function nextMatching(sql: Sql, matching: Matching, after: string, limit: number): Promise<string[]> {
  const where = whatMatches(matching)
  const rows = await sql(
    productSchema,
    `SELECT link.product_id FROM pos_product_link AS link WHERE link.product_id > ? AND ${where.text}
     ORDER BY link.product_id LIMIT ?`,
    [after, ...where.bindings, limit]
  )
  return rows.map(({ product_id }) => product_id)
}

/** Filters as in {@link LinkFilters}, and a title, SKU, barcode, EAN or UPC that contains `q`. */
export type Matching = LinkFilters & { q?: string | undefined }

/** One more than the counting limit, which shows that there are more. */
const MOST = COUNT_LIMIT + 1

/**
 * Finds products by their title or codes. The result is empty when one of the two has too many matches to be complete.
 *
 * The searched parts come from another query. Otherwise PostgreSQL would estimate the number of rows from the index's
 * statistics, and read the whole table for a frequent word.
 */
const NAMED = `
  asked AS MATERIALIZED (
    SELECT pattern, ${getParts("words")} AS parts FROM (SELECT lower(?) AS pattern, lower(?) AS words OFFSET 0) AS said),
  titled AS MATERIALIZED (
    SELECT id AS product_id FROM product
    WHERE ${getParts(SEARCHED_TITLE)} @> (SELECT parts FROM asked) AND ${SEARCHED_TITLE} LIKE (SELECT pattern FROM asked)
      AND deleted_at IS NULL LIMIT ${MOST}),
  coded AS MATERIALIZED (
    SELECT product_id FROM product_variant
    WHERE ${getParts(SEARCHED_CODES)} @> (SELECT parts FROM asked) AND ${SEARCHED_CODES} LIKE (SELECT pattern FROM asked)
      AND deleted_at IS NULL LIMIT ${MOST}),
  full_ones AS MATERIALIZED (
    SELECT (SELECT count(*) FROM titled) >= ${MOST} OR (SELECT count(*) FROM coded) >= ${MOST} AS are),
  named AS (
    SELECT product_id FROM titled WHERE NOT (SELECT are FROM full_ones)
    UNION SELECT product_id FROM coded WHERE NOT (SELECT are FROM full_ones))`

/**
 * Condition checked for each row: its product's title or a code contains `q`.
 * @param productId SQL expression for the ID of the row's product
 */
export function isNamed(q: string, productId = "link.product_id"): Fragment {
  const pattern = containing(q)
  return fragment(
    `EXISTS (SELECT 1 FROM product AS named WHERE named.id = ${productId} AND ${SEARCHED_TITLE} LIKE lower(?) OFFSET 0)
     OR EXISTS (SELECT 1 FROM product_variant AS named
       WHERE named.product_id = ${productId} AND deleted_at IS NULL AND ${SEARCHED_CODES} LIKE lower(?) OFFSET 0)`,
    pattern,
    pattern
  )
}

/** Queries that end with `found`, the links, and `size`: their count, and whether there may be more. */
const sized = (found: Fragment, more: string): Fragment =>
  fragment(
    `WITH ${found.text}, size AS MATERIALIZED (
       SELECT (SELECT count(*) FROM found) AS count, ${more} OR (SELECT count(*) FROM found) >= ${MOST} AS more)`,
    ...found.bindings
  )

/** Matching links, found by the search text; `more` for a very frequent word. */
function byName(q: string, { connection_id, state }: LinkFilters): Fragment {
  const where = allOf(fragment("link.deleted_at IS NULL"), isAlsoOf(connection_id), state ? isShownAs(state) : null)
  return sized(
    fragment(
      `${NAMED}, found AS MATERIALIZED (
         SELECT listed.* FROM named CROSS JOIN LATERAL (
           SELECT ${LISTED_COLUMNS} FROM pos_product_link AS link
           WHERE link.product_id = named.product_id AND ${where.text} OFFSET 0) AS listed
         LIMIT ${MOST})`,
      containing(q),
      q,
      ...where.bindings
    ),
    "(SELECT are FROM full_ones)"
  )
}

/** Matching links, found by the state; `more` when very many links have it. */
function byState({ q, ...filters }: Matching): Fragment {
  const some = linksIn(filters, MOST)
  const nameCondition = q === undefined ? fragment("true") : isNamed(q)
  return sized(
    fragment(
      `standing AS MATERIALIZED (${some.text}),
       found AS MATERIALIZED (
         SELECT link.* FROM standing AS link
         WHERE (SELECT count(*) FROM standing) < ${MOST} AND (${nameCondition.text}))`,
      ...some.bindings,
      ...nameCondition.bindings
    ),
    `(SELECT count(*) FROM standing) >= ${MOST}`
  )
}

/** Queries for all matching links, the most selective first; the next one is used when a result has `more`. */
function waysToMatching({ q, ...filters }: Matching): Fragment[] {
  return q === undefined || filters.product_id !== undefined
    ? [byState({ q, ...filters })]
    : [byName(q, filters), byState({ q, ...filters })]
}

export type LinkState = (typeof PRODUCT_LINK_STATES)[number]

/** Filters of links: of one connection or all, of a product, in a state as it is shown. */
type LinkFilters = {
  connection_id?: string | undefined
  product_id?: string | undefined
  state?: LinkState | undefined
}

/** The state that is shown: a link that is due is `pending`, independent of its stored state. */
export const SHOWN_STATE = "CASE WHEN link.revision > link.pushed_revision THEN 'pending' ELSE link.state END"

const DUE = "link.revision > link.pushed_revision"
const SETTLED = "link.revision = link.pushed_revision"

/** Condition on `link`: it is shown in the state. */
const isShownAs = (state: LinkState): Fragment =>
  state === "pending" ? fragment(`${DUE} OR link.state = 'pending'`) : fragment(`${SETTLED} AND link.state = ?`, state)

/** Condition on `link`: it belongs to the connection. `isAlsoOf` is for lookups by another key, see decision 11. */
const isOf = (connectionId: string | undefined): Fragment | null =>
  connectionId === undefined ? null : fragment("link.connection_id = ?", connectionId)
const isAlsoOf = (connectionId: string | undefined): Fragment | null =>
  connectionId === undefined ? null : fragment("(link.connection_id = ?) IS TRUE", connectionId)

/** The columns of a link that a list needs before it selects the page. */
const LISTED_COLUMNS = `link.id, link.product_id, link.pushed_at, ${SHOWN_STATE} AS shown`

const LIVING = fragment("link.deleted_at IS NULL")

/** Query for a limited number of links of a connection, each state by its own index, unordered. */
function linksIn({ connection_id, product_id, state }: LinkFilters, limit: number): Fragment {
  const some = (...conditions: (Fragment | null)[]) => {
    const where = allOf(LIVING, ...conditions)
    return fragment(
      `SELECT ${LISTED_COLUMNS} FROM pos_product_link AS link WHERE ${where.text} LIMIT ?`,
      ...where.bindings,
      limit
    )
  }
  if (product_id !== undefined) {
    return some(fragment("link.product_id = ?", product_id), isAlsoOf(connection_id), state ? isShownAs(state) : null)
  }
  const ofConnection = isOf(connection_id)
  if (state !== "pending") {
    return some(ofConnection, state ? isShownAs(state) : null)
  }
  const dueCondition = some(ofConnection, fragment(DUE))
  const never = some(ofConnection, fragment(`${SETTLED} AND link.state = 'pending'`))
  return fragment(`(${dueCondition.text}) UNION ALL (${never.text})`, ...dueCondition.bindings, ...never.bindings)
}
