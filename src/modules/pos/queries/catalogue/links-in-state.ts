import type { PRODUCT_LINK_STATES } from "../../../../vocabulary/product-link"
import { allOf, type Fragment, fragment } from "../../database/page"

export type LinkState = (typeof PRODUCT_LINK_STATES)[number]

/** Of which links is asked: of one connection or all, of a product, in a state as it is shown. */
export type LinkFilters = {
  connection_id?: string | undefined
  product_id?: string | undefined
  state?: LinkState | undefined
}

/** How a person sees a link: what is due waits, whatever it was before. */
export const SHOWN_STATE = "CASE WHEN link.revision > link.pushed_revision THEN 'pending' ELSE link.state END"

const DUE = "link.revision > link.pushed_revision"
const SETTLED = "link.revision = link.pushed_revision"

/** A condition on `link`: it is shown in the state. */
export const isShownAs = (state: LinkState): Fragment =>
  state === "pending" ? fragment(`${DUE} OR link.state = 'pending'`) : fragment(`${SETTLED} AND link.state = ?`, state)

/** A condition on `link`: it is of the connection; and for a look-up by something else, see decision 11. */
export const isOf = (connectionId: string | undefined): Fragment | null =>
  connectionId === undefined ? null : fragment("link.connection_id = ?", connectionId)
export const isAlsoOf = (connectionId: string | undefined): Fragment | null =>
  connectionId === undefined ? null : fragment("(link.connection_id = ?) IS TRUE", connectionId)

/** What a list needs of a link before it is one of a page. */
export const LISTED_COLUMNS = `link.id, link.product_id, link.pushed_at, ${SHOWN_STATE} AS shown`

const LIVING = fragment("link.deleted_at IS NULL")

/** So many links of a connection in a state, each state by its own index; the order is none. */
export function linksIn({ connection_id, product_id, state }: LinkFilters, limit: number): Fragment {
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
  const due = some(ofConnection, fragment(DUE))
  const never = some(ofConnection, fragment(`${SETTLED} AND link.state = 'pending'`))
  return fragment(`(${due.text}) UNION ALL (${never.text})`, ...due.bindings, ...never.bindings)
}
