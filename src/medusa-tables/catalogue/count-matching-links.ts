import { z } from "@medusajs/framework/zod"
import { COUNT_LIMIT, type Fragment, fragment } from "../../modules/pos/database/page"
import type { Sql } from "../../modules/pos/database/sql"
import { linksIn, type LinkState } from "../../modules/pos/queries/catalogue/links-in-state"
import { PRODUCT_LINK_STATES } from "../../vocabulary/product-link"
import { type Matching, waysToMatching } from "./matching-links"

const countedSchema = z.object({ state: z.enum(PRODUCT_LINK_STATES), count: z.coerce.number() })

/** How many links are in a state; null where a searched word is so frequent that they are not counted. */
export type StateCount = { state: LinkState; count: number | null; count_is_lower_bound: boolean }

const counted = (rows: z.infer<typeof countedSchema>[]): StateCount[] =>
  PRODUCT_LINK_STATES.map((state) => {
    const count = rows.find((row) => row.state === state)?.count ?? 0
    return { state, count: Math.min(count, COUNT_LIMIT), count_is_lower_bound: count > COUNT_LIMIT }
  })

/** How many links match, by the state that they are shown in, each up to the limit beyond which lists are not counted. */
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
  const [found] = await sql(
    foundSchema,
    `${way.text} SELECT size.more, (
       SELECT json_agg(one) FROM (SELECT shown AS state, count(*) AS count FROM found GROUP BY shown) AS one) AS counts
     FROM size`,
    way.bindings
  )
  return found === undefined || found.more ? null : (found.counts ?? [])
}
