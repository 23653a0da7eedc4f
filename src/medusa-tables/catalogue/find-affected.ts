import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../modules/pos/database/sql"

/** Products that a change concerns; `all`: it may concern every product of the shop. */
export type Affected = { productIds: string[]; all: boolean }

const affectedSchema = z.object({ product_id: z.string().nullable() })

/** Rows by which a product is found from what changed; deleted rows stand there too. Each takes the ids once. */
const BY_PRODUCT = [
  "SELECT id AS product_id FROM product WHERE id = ANY(?)",
  "SELECT product_id FROM product_variant WHERE id = ANY(?)",
  "SELECT product_id FROM image WHERE id = ANY(?)",
  "SELECT product_id FROM product_sales_channel WHERE id = ANY(?)",
  "SELECT id FROM product WHERE collection_id = ANY(?)",
  "SELECT id FROM product WHERE type_id = ANY(?)",
  "SELECT product_id FROM product_tags WHERE product_tag_id = ANY(?)",
  `SELECT filed.product_id FROM product_category AS category
   JOIN product_category_product AS filed ON filed.product_category_id = category.id
   WHERE string_to_array(category.mpath, '.') && ?::text[]`,
  "SELECT product_id FROM product_product_option WHERE id = ANY(?)",
  "SELECT product_id FROM product_product_option WHERE product_option_id = ANY(?)",
  `SELECT owned.product_id FROM product_option_value AS value
   JOIN product_product_option AS owned ON owned.product_option_id = value.option_id WHERE value.id = ANY(?)`,
  `SELECT rule.reference_id FROM tax_rate_rule AS rule
   WHERE rule.id = ANY(?) AND rule.reference = 'product'`,
  `SELECT rule.reference_id FROM tax_rate_rule AS rule
   WHERE rule.tax_rate_id = ANY(?) AND rule.reference = 'product'`,
  `SELECT product.id FROM tax_rate_rule AS rule JOIN product ON product.type_id = rule.reference_id
   WHERE rule.id = ANY(?) AND rule.reference = 'product_type'`,
  `SELECT product.id FROM tax_rate_rule AS rule JOIN product ON product.type_id = rule.reference_id
   WHERE rule.tax_rate_id = ANY(?) AND rule.reference = 'product_type'`,
]

/** Price sets by which variants, and so products, are found. */
const BY_PRICE_SET = [
  "SELECT id AS price_set_id FROM price_set WHERE id = ANY(?)",
  "SELECT price_set_id FROM price WHERE id = ANY(?)",
  "SELECT price_set_id FROM price WHERE price_list_id = ANY(?)",
  "SELECT price.price_set_id FROM price_rule AS rule JOIN price ON price.id = rule.price_id WHERE rule.id = ANY(?)",
  `SELECT price.price_set_id FROM price_list_rule AS rule JOIN price ON price.price_list_id = rule.price_list_id
   WHERE rule.id = ANY(?)`,
]

/** What is not of single products: a country's default tax, and whether prices include it. */
const BY_SHOP = [
  "SELECT NULL AS product_id FROM tax_region WHERE id = ANY(?)",
  "SELECT NULL FROM tax_rate WHERE id = ANY(?) AND is_default",
  "SELECT NULL FROM price_preference WHERE id = ANY(?)",
]

/**
 * The products behind ids of whatever changed: products, variants, options, pictures, categories, collections, tags,
 * types, prices, price lists and their rules, channel links, taxes.
 * Why SQL: an event names one id of four modules, a burst names hundreds, and deleted rows must be found too.
 */
export async function findAffected(sql: Sql, ids: string[]): Promise<Affected> {
  const statement = `
    ${BY_PRODUCT.join("\n UNION ")}
    UNION SELECT variant.product_id FROM (${BY_PRICE_SET.join("\n UNION ")}) AS priced
      JOIN product_variant_price_set AS link ON link.price_set_id = priced.price_set_id
      JOIN product_variant AS variant ON variant.id = link.variant_id
    UNION ${BY_SHOP.join("\n UNION ")}`
  const count = BY_PRODUCT.length + BY_PRICE_SET.length + BY_SHOP.length
  const rows = await sql(affectedSchema, statement, Array<string[]>(count).fill(ids))
  return {
    productIds: rows.flatMap((row) => row.product_id ?? []),
    all: rows.some((row) => row.product_id === null),
  }
}

/** Variants behind ids of inventory levels and reservations, deleted ones included. */
export async function findVariantsOfInventory(sql: Sql, ids: string[]): Promise<string[]> {
  const rows = await sql(
    z.object({ variant_id: z.string() }),
    `SELECT DISTINCT item.variant_id
     FROM product_variant_inventory_item AS item
     WHERE item.deleted_at IS NULL AND item.inventory_item_id IN (
       SELECT inventory_item_id FROM inventory_level WHERE id = ANY(?)
       UNION SELECT inventory_item_id FROM reservation_item WHERE id = ANY(?))`,
    [ids, ids]
  )
  return rows.map((row) => row.variant_id)
}
