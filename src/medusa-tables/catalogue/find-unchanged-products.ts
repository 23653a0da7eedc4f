import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { type ProductsQuery, productsStatement } from "./products-statement"

/** Products of a connection that the shop's tables show to be as they were at their last push. PostgreSQL compares. */
export async function findUnchangedProducts(sql: Sql, connectionId: string, query: ProductsQuery): Promise<string[]> {
  const reading = productsStatement(query)
  const rows = await sql(
    idRowSchema,
    `SELECT link.product_id AS id FROM pos_product_link AS link
      JOIN (${reading.text}) AS read ON read.id = link.product_id
      WHERE (link.connection_id = ?) IS TRUE AND link.product_id = ANY(?) AND link.deleted_at IS NULL
        AND (link.state = 'synced') IS TRUE
        AND link.revision = link.pushed_revision AND NOT link.counter_changed
        AND link.source_fingerprint = read.source`,
    [...reading.bindings, connectionId, query.productIds]
  )
  return rows.map(({ id }) => id)
}
