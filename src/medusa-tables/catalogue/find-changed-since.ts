import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../modules/pos/database/sql"
import type { Affected } from "./find-affected"

const changed = (alias: string) => `(${alias}.updated_at > since.at OR ${alias}.deleted_at > since.at)`

const PRICE_SETS = `
  SELECT price.price_set_id FROM since JOIN price ON ${changed("price")}
  UNION SELECT price.price_set_id FROM since JOIN price_rule AS rule ON ${changed("rule")}
    JOIN price ON price.id = rule.price_id
  UNION SELECT price.price_set_id FROM since JOIN price_list_rule AS rule ON ${changed("rule")}
    JOIN price ON price.price_list_id = rule.price_list_id
  UNION SELECT price.price_set_id FROM since JOIN price_list AS list ON ${changed("list")}
      OR list.starts_at > since.at AND list.starts_at <= now() OR list.ends_at > since.at AND list.ends_at <= now()
    JOIN price ON price.price_list_id = list.id`

const STATEMENT = `
  WITH since AS (SELECT ?::timestamptz AS at)
  SELECT product.id AS product_id FROM since JOIN product ON ${changed("product")}
  UNION SELECT variant.product_id FROM since JOIN product_variant AS variant ON ${changed("variant")}
  UNION SELECT image.product_id FROM since JOIN image ON ${changed("image")}
  UNION SELECT variant.product_id FROM since JOIN product_variant_product_image AS shown ON ${changed("shown")}
    JOIN product_variant AS variant ON variant.id = shown.variant_id
  UNION SELECT link.product_id FROM since JOIN product_sales_channel AS link ON ${changed("link")}
  UNION SELECT filed.product_id FROM since JOIN product_category AS category ON ${changed("category")}
    JOIN product_category_product AS filed ON filed.product_category_id = category.id
  UNION SELECT owned.product_id FROM since JOIN product_product_option AS owned ON ${changed("owned")}
  UNION SELECT owned.product_id FROM since JOIN product_option AS option ON ${changed("option")}
    JOIN product_product_option AS owned ON owned.product_option_id = option.id
  UNION SELECT owned.product_id FROM since JOIN product_option_value AS value ON ${changed("value")}
    JOIN product_product_option AS owned ON owned.product_option_id = value.option_id
  UNION SELECT variant.product_id FROM (${PRICE_SETS}) AS priced
    JOIN product_variant_price_set AS link ON link.price_set_id = priced.price_set_id
    JOIN product_variant AS variant ON variant.id = link.variant_id
  UNION SELECT rule.reference_id FROM since JOIN tax_rate AS rate ON ${changed("rate")}
    JOIN tax_rate_rule AS rule ON rule.tax_rate_id = rate.id AND rule.reference = 'product'
  UNION SELECT rule.reference_id FROM since JOIN tax_rate_rule AS rule ON ${changed("rule")} AND rule.reference = 'product'
  UNION SELECT product.id FROM since JOIN tax_rate_rule AS rule ON ${changed("rule")} AND rule.reference = 'product_type'
    JOIN product ON product.type_id = rule.reference_id
  UNION SELECT product.id FROM since JOIN tax_rate AS rate ON ${changed("rate")}
    JOIN tax_rate_rule AS rule ON rule.tax_rate_id = rate.id AND rule.reference = 'product_type'
    JOIN product ON product.type_id = rule.reference_id
  UNION SELECT NULL FROM since JOIN tax_rate AS rate ON rate.is_default AND ${changed("rate")}
  UNION SELECT NULL FROM since JOIN tax_region AS region ON ${changed("region")}
  UNION SELECT NULL FROM since JOIN price_preference AS preference ON ${changed("preference")}`

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
