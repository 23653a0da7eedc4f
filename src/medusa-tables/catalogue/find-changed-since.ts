import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../modules/pos/database/sql"
import { changedAfter } from "../changes/change-time"
import type { Affected } from "./find-affected"

const CHANGED = changedAfter("(SELECT at FROM since)")

const PRICE_SETS = `
  SELECT price_set_id FROM price WHERE ${CHANGED}
  UNION SELECT price_set_id FROM price WHERE id = ANY(ARRAY(SELECT price_id FROM price_rule WHERE ${CHANGED}))
  UNION SELECT price_set_id FROM price WHERE deleted_at IS NULL
    AND price_list_id = ANY(ARRAY(SELECT price_list_id FROM price_list_rule WHERE ${CHANGED}))
  UNION SELECT price_set_id FROM price WHERE deleted_at IS NULL AND price_list_id = ANY(ARRAY(
    SELECT list.id FROM since JOIN price_list AS list ON greatest(list.updated_at, list.deleted_at) > since.at
      OR list.starts_at > since.at AND list.starts_at <= now() OR list.ends_at > since.at AND list.ends_at <= now()))`

/** What hangs on what changed is looked up by lists of ids: a join would read the whole of the other table. */
const STATEMENT = `
  WITH since AS MATERIALIZED (SELECT ?::timestamptz AS at)
  SELECT id AS product_id FROM product WHERE ${CHANGED}
  UNION SELECT product_id FROM product_variant WHERE ${CHANGED}
  UNION SELECT product_id FROM image WHERE ${CHANGED}
  UNION SELECT product_id FROM product_variant WHERE id = ANY(ARRAY(SELECT variant_id FROM product_variant_product_image WHERE ${CHANGED}))
  UNION SELECT product_id FROM product_sales_channel WHERE ${CHANGED}
  UNION SELECT one.product_id FROM unnest(ARRAY(SELECT id FROM product_category WHERE ${CHANGED})) AS category(id) CROSS JOIN LATERAL (
    SELECT product_id FROM product_category_product WHERE product_category_id = category.id OFFSET 0) AS one
  UNION SELECT product_id FROM product_product_option WHERE ${CHANGED}
  UNION SELECT product_id FROM product_product_option
    WHERE deleted_at IS NULL AND product_option_id = ANY(ARRAY(SELECT id FROM product_option WHERE ${CHANGED}))
  UNION SELECT product_id FROM product_product_option
    WHERE deleted_at IS NULL AND product_option_id = ANY(ARRAY(SELECT option_id FROM product_option_value WHERE ${CHANGED}))
  UNION SELECT product_id FROM product_variant WHERE id = ANY(ARRAY(
    SELECT variant_id FROM product_variant_price_set WHERE deleted_at IS NULL
      AND price_set_id = ANY(ARRAY(${PRICE_SETS}))))
  UNION SELECT reference_id FROM tax_rate_rule WHERE reference = 'product' AND deleted_at IS NULL
    AND tax_rate_id = ANY(ARRAY(SELECT id FROM tax_rate WHERE ${CHANGED}))
  UNION SELECT reference_id FROM tax_rate_rule WHERE reference = 'product' AND ${CHANGED}
  UNION SELECT id FROM product WHERE deleted_at IS NULL AND type_id = ANY(ARRAY(
    SELECT reference_id FROM tax_rate_rule WHERE reference = 'product_type' AND ${CHANGED}
    UNION SELECT reference_id FROM tax_rate_rule WHERE reference = 'product_type' AND deleted_at IS NULL
      AND tax_rate_id = ANY(ARRAY(SELECT id FROM tax_rate WHERE ${CHANGED}))))
  UNION SELECT NULL FROM tax_rate WHERE is_default AND ${CHANGED}
  UNION SELECT NULL FROM tax_region WHERE ${CHANGED}
  UNION SELECT NULL FROM price_preference WHERE ${CHANGED}`

/**
 * Products that changed since a moment, by the time of change that Medusa keeps in each row, and those whose price lists
 * began or ended. Links that are deleted without a trace (a category's) only the check of contents finds.
 */
export async function findChangedSince(sql: Sql, since: Date): Promise<Affected> {
  const rows = await sql(z.object({ product_id: z.string().nullable() }), STATEMENT, [since])
  return {
    productIds: rows.flatMap((row) => row.product_id ?? []),
    all: rows.some((row) => row.product_id === null),
  }
}
