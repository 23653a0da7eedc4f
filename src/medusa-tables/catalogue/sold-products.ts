import { z } from "@medusajs/framework/zod"
import { type Fragment, fragment } from "../../modules/pos/database/page"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"

/**
 * A condition on `product` and `link`, whose columns are null where there is no link: what the connection of `link` sells.
 * @param selected see selectionCondition
 */
const soldCondition = ({ text, bindings }: Fragment): Fragment =>
  fragment(
    `product.deleted_at IS NULL AND (product.status = 'published') IS TRUE
  AND coalesce(link.inclusion, 'auto') <> 'exclude' AND (link.inclusion = 'include' OR ${text})`,
    ...bindings
  )

/** `product` and the link that a connection has of it, if any. The connection's id is its one binding. */
const FROM_PRODUCTS_WITH_LINKS = `FROM product
     LEFT JOIN LATERAL (
       SELECT one.id, one.inclusion FROM pos_product_link AS one
       WHERE one.product_id = product.id AND (one.connection_id = ?) IS TRUE AND one.deleted_at IS NULL OFFSET 0) AS link
       ON true`

/** A condition on `link`: its connection sells the product. @param selected see selectionCondition */
export function soldLink(selected: Fragment): Fragment {
  const { text, bindings } = soldCondition(selected)
  return fragment(`EXISTS (SELECT 1 FROM product WHERE product.id = link.product_id AND ${text})`, ...bindings)
}

/**
 * Published products that a connection sells, a page at a time in the order of their ids.
 * Why SQL: the selection joins tables of three modules.
 */
export async function findSoldProducts(
  sql: Sql,
  input: {
    connectionId: string
    selected: Fragment
    after: string
    limit: number
    among: string[] | null
    unlinked: boolean
  }
): Promise<string[]> {
  const sold = soldCondition(input.selected)
  const { among } = input
  const rows = await sql(
    idRowSchema,
    `SELECT product.id ${FROM_PRODUCTS_WITH_LINKS}
     WHERE product.id > ? ${among ? "AND product.id = ANY(?)" : ""} ${input.unlinked ? "AND link.id IS NULL" : ""}
       AND ${sold.text}
     ORDER BY product.id LIMIT ?`,
    [input.connectionId, input.after, ...(among ? [among] : []), ...sold.bindings, input.limit]
  )
  return rows.map(({ id }) => id)
}

/** How many published products a connection sells. */
export async function countSoldProducts(
  sql: Sql,
  { connectionId, selected }: { connectionId: string; selected: Fragment }
): Promise<number> {
  const sold = soldCondition(selected)
  const [row] = await sql(
    z.object({ count: z.coerce.number() }),
    `SELECT count(*) AS count ${FROM_PRODUCTS_WITH_LINKS} WHERE ${sold.text}`,
    [connectionId, ...sold.bindings]
  )
  return row?.count ?? 0
}

/** Products that a full sync would look at: those that are sold, and those that have a link. In the order of their ids. */
export async function findPlannedProducts(
  sql: Sql,
  input: { connectionId: string; selected: Fragment; after: string; limit: number }
): Promise<string[]> {
  const rows = await sql(
    idRowSchema,
    `SELECT product_id AS id FROM (
       SELECT link.product_id FROM pos_product_link AS link
       WHERE link.connection_id = ? AND link.product_id > ? AND link.deleted_at IS NULL
       UNION
       SELECT product.id FROM product
       WHERE product.id > ? AND product.deleted_at IS NULL AND (product.status = 'published') IS TRUE AND ${input.selected.text})
       AS planned
     ORDER BY product_id LIMIT ?`,
    [input.connectionId, input.after, input.after, ...input.selected.bindings, input.limit]
  )
  return rows.map(({ id }) => id)
}

/** Those among products that the shop has. */
export async function findLivingProducts(sql: Sql, productIds: string[]): Promise<string[]> {
  const rows = await sql(idRowSchema, "SELECT id FROM product WHERE id = ANY(?) AND deleted_at IS NULL", [productIds])
  return rows.map(({ id }) => id)
}
