import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../modules/pos/database/json-text"
import type { Sql } from "../../modules/pos/database/sql"
import type { Selection } from "../../vocabulary/selection"

/** What a connection sells, by its settings. */
export type Seller = { connectionId: string; selection: Selection }

/** By what a product is chosen, of each kind of selection; `product` is its row. @see selectionCondition */
const KEYS = `
  SELECT 'all' AS kind, '' AS key
  UNION ALL SELECT 'collection', product.collection_id
  UNION ALL SELECT 'sales_channel', chosen.sales_channel_id FROM product_sales_channel AS chosen
    WHERE chosen.product_id = product.id AND chosen.deleted_at IS NULL
  UNION ALL SELECT 'tag', tagged.product_tag_id FROM product_tags AS tagged WHERE tagged.product_id = product.id
  UNION ALL SELECT 'category', unnest(string_to_array(category.mpath, '.')) FROM product_category_product AS filed
    JOIN product_category AS category ON category.id = filed.product_category_id AND category.deleted_at IS NULL
    WHERE filed.product_id = product.id`

const sellerSchema = z.object({ connection_id: z.string(), product_ids: z.array(z.string()) })

/**
 * Which of many connections sell products that they have no link of, among those given: asked of the products, whose
 * channels and categories are few, not of each connection. As `findSoldProducts` tells it of one. IS TRUE keeps PostgreSQL
 * from looking each up among all that are published.
 */
export async function findSellers(
  sql: Sql,
  sellers: Seller[],
  among: string[]
): Promise<z.infer<typeof sellerSchema>[]> {
  const wanted = sellers.flatMap(({ connectionId, selection }) =>
    (selection.by === "all" ? [""] : selection.ids).map((key) => ({
      ...{ connection_id: connectionId, kind: selection.by, key },
    }))
  )
  return sql(
    sellerSchema,
    `WITH wanted AS MATERIALIZED (
       SELECT * FROM json_to_recordset(?::json) AS wanted(connection_id text, kind text, key text)),
     keyed AS MATERIALIZED (
       SELECT DISTINCT product.id, keys.kind, keys.key
       FROM unnest(?::text[]) AS changed(id)
       CROSS JOIN LATERAL (
         SELECT one.id, one.collection_id FROM product AS one
         WHERE one.id = changed.id AND (one.deleted_at IS NULL AND one.status = 'published') IS TRUE OFFSET 0) AS product
       CROSS JOIN LATERAL (${KEYS}) AS keys),
     sold AS (
       SELECT DISTINCT wanted.connection_id, keyed.id FROM keyed JOIN wanted USING (kind, key))
     SELECT sold.connection_id, array_agg(sold.id) AS product_ids FROM sold
     WHERE NOT EXISTS (
       SELECT 1 FROM pos_product_link AS link
       WHERE link.product_id = sold.id AND (link.connection_id = sold.connection_id) IS TRUE AND link.deleted_at IS NULL
       OFFSET 0)
     GROUP BY sold.connection_id`,
    [jsonText(wanted), among]
  )
}
