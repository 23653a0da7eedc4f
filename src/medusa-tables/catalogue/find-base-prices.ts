import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../modules/pos/database/sql"

const placeSchema = z.object({ variant_id: z.string(), price_set_id: z.string(), is_regional: z.boolean() })

export type BasePrice = z.infer<typeof placeSchema>

/**
 * Where variants' base prices stand: in their price set, for a region of its own or for the whole currency.
 * Why SQL: it joins variants with the prices of another module, a batch in one statement.
 */
export async function findBasePrices(
  sql: Sql,
  input: { variantIds: string[]; currencyCode: string; regionId: string }
): Promise<Map<string, BasePrice>> {
  const rows = await sql(
    placeSchema,
    `SELECT priced.variant_id, priced.price_set_id, EXISTS (
       SELECT 1 FROM (
         SELECT * FROM price
         WHERE price.price_set_id = priced.price_set_id AND price.deleted_at IS NULL OFFSET 0) AS price
       CROSS JOIN LATERAL (
         SELECT 1 FROM price_rule AS rule WHERE rule.price_id = price.id AND rule.deleted_at IS NULL
           AND rule.attribute = 'region_id' AND rule.value = ? OFFSET 0) AS rule
       WHERE price.currency_code = ? AND price.price_list_id IS NULL AND price.rules_count = 1 OFFSET 0) AS is_regional
     FROM product_variant_price_set AS priced WHERE priced.variant_id = ANY(?) AND priced.deleted_at IS NULL`,
    [input.regionId, input.currencyCode, input.variantIds]
  )
  return new Map(rows.map((row) => [row.variant_id, row]))
}
