import { allOf, COUNT_LIMIT, type Fragment, fragment } from "../../modules/pos/database/page"
import {
  isAlsoOf,
  isShownAs,
  LISTED_COLUMNS,
  type LinkFilters,
  linksIn,
} from "../../modules/pos/queries/catalogue/links-in-state"
import { containing, partsOf, SEARCHED_CODES, SEARCHED_TITLE } from "./text-parts"

/** As {@link LinkFilters}, and whose title, SKU, barcode, EAN or UPC holds `q`. */
export type Matching = LinkFilters & { q?: string | undefined }

/** One more than is counted: it tells that there are more. */
const MOST = COUNT_LIMIT + 1

/**
 * What is found is looked up further only where it is few enough to be all.
 *
 * The parts that are asked for come from another query, since PostgreSQL would else reckon by statistics of the index how
 * many rows have them, and read the whole table for a frequent word.
 */
const NAMED = `
  asked AS MATERIALIZED (
    SELECT pattern, ${partsOf("words")} AS parts FROM (SELECT lower(?) AS pattern, lower(?) AS words OFFSET 0) AS said),
  titled AS MATERIALIZED (
    SELECT id AS product_id FROM product
    WHERE ${partsOf(SEARCHED_TITLE)} @> (SELECT parts FROM asked) AND ${SEARCHED_TITLE} LIKE (SELECT pattern FROM asked)
      AND deleted_at IS NULL LIMIT ${MOST}),
  coded AS MATERIALIZED (
    SELECT product_id FROM product_variant
    WHERE ${partsOf(SEARCHED_CODES)} @> (SELECT parts FROM asked) AND ${SEARCHED_CODES} LIKE (SELECT pattern FROM asked)
      AND deleted_at IS NULL LIMIT ${MOST}),
  full_ones AS MATERIALIZED (
    SELECT (SELECT count(*) FROM titled) >= ${MOST} OR (SELECT count(*) FROM coded) >= ${MOST} AS are),
  named AS (
    SELECT product_id FROM titled WHERE NOT (SELECT are FROM full_ones)
    UNION SELECT product_id FROM coded WHERE NOT (SELECT are FROM full_ones))`

/** A condition on `link`, looked up for each by itself: its product is called so. */
export function isNamed(q: string): Fragment {
  const pattern = containing(q)
  return fragment(
    `EXISTS (SELECT 1 FROM product WHERE id = link.product_id AND ${SEARCHED_TITLE} LIKE lower(?) OFFSET 0)
     OR EXISTS (SELECT 1 FROM product_variant
       WHERE product_id = link.product_id AND deleted_at IS NULL AND ${SEARCHED_CODES} LIKE lower(?) OFFSET 0)`,
    pattern,
    pattern
  )
}

/** Queries that end with `found`, the links, and `size`: how many those are, and whether there may be more. */
const sized = (found: Fragment, more: string): Fragment =>
  fragment(
    `WITH ${found.text}, size AS MATERIALIZED (
       SELECT (SELECT count(*) FROM found) AS count, ${more} OR (SELECT count(*) FROM found) >= ${MOST} AS more)`,
    ...found.bindings
  )

/** What matches, by what is searched for, each looked up by itself; `more` for a word that very many have. */
function byName(q: string, { connection_id, state }: LinkFilters): Fragment {
  const where = allOf(fragment("link.deleted_at IS NULL"), isAlsoOf(connection_id), state ? isShownAs(state) : null)
  return sized(
    fragment(
      `${NAMED}, found AS MATERIALIZED (
         SELECT one.* FROM named CROSS JOIN LATERAL (
           SELECT ${LISTED_COLUMNS} FROM pos_product_link AS link
           WHERE link.product_id = named.product_id AND ${where.text} OFFSET 0) AS one
         LIMIT ${MOST})`,
      containing(q),
      q,
      ...where.bindings
    ),
    "(SELECT are FROM full_ones)"
  )
}

/** What matches, by the state; `more` where very many are in it. */
function byState({ q, ...filters }: Matching): Fragment {
  const some = linksIn(filters, MOST)
  const named = q === undefined ? fragment("true") : isNamed(q)
  return sized(
    fragment(
      `standing AS MATERIALIZED (${some.text}),
       found AS MATERIALIZED (
         SELECT link.* FROM standing AS link
         WHERE (SELECT count(*) FROM standing) < ${MOST} AND (${named.text}))`,
      ...some.bindings,
      ...named.bindings
    ),
    `(SELECT count(*) FROM standing) >= ${MOST}`
  )
}

/** Ways to all links that match, the narrowest first; the next is taken where one has `more` than are looked at. */
export function waysToMatching({ q, ...filters }: Matching): Fragment[] {
  return q === undefined || filters.product_id !== undefined
    ? [byState({ q, ...filters })]
    : [byName(q, filters), byState({ q, ...filters })]
}
