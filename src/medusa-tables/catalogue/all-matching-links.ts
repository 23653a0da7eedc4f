import { z } from "@medusajs/framework/zod"
import { allOf, type Fragment, fragment } from "../../modules/pos/database/page"
import type { Sql } from "../../modules/pos/database/sql"
import { isOf, isShownAs } from "../../modules/pos/queries/catalogue/links-in-state"
import { isNamed, type Matching } from "./matching-links"

const matchesSchema = z.object({ count: z.coerce.number() })

/** A condition on `link` with all that is asked. */
const whatMatches = ({ connection_id, state, q }: Matching): Fragment =>
  allOf(
    fragment("link.deleted_at IS NULL"),
    isOf(connection_id),
    state ? isShownAs(state) : null,
    q === undefined ? null : isNamed(q)
  )

/** How many links match exactly, however many: before something is done with all of them. */
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

/** The next products that match, in the order of their ids: what was done with one may have it match no more. */
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
