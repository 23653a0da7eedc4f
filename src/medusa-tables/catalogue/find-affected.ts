import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../modules/pos/database/sql"

/** Products that a change concerns; `all`: it may concern every product of the shop. */
export type Affected = { productIds: string[]; all: boolean }

const affectedSchema = z.object({ product_id: z.string().nullable() })

/** Deleted a moment ago: an event tells of a list, and what was deleted with it has to be found, too. */
const JUST_DELETED = "deleted_at > now() - interval '1 hour' AND deleted_at < 'infinity'"

/** Rows by which a product is found from what changed; deleted rows stand there too. Each takes the ids once. */
const BY_PRODUCT = [
  "SELECT id AS product_id FROM product WHERE id = ANY(?)",
  "SELECT product_id FROM product_variant WHERE id = ANY(?)",
  "SELECT product_id FROM image WHERE id = ANY(?)",
  // Its index is of no unique key: of a list of ids PostgreSQL expects a quarter of the table before it knows better.
  `SELECT one.product_id FROM unnest(?::text[]) AS wanted(id) CROSS JOIN LATERAL (
     SELECT product_id FROM product_sales_channel WHERE id = wanted.id OFFSET 0) AS one`,
  "SELECT id FROM product WHERE collection_id = ANY(?) AND deleted_at IS NULL",
  "SELECT id FROM product WHERE type_id = ANY(?) AND deleted_at IS NULL",
  `SELECT one.product_id FROM unnest(?::text[]) AS wanted(id) CROSS JOIN LATERAL (
     SELECT product_id FROM product_tags WHERE product_tag_id = wanted.id OFFSET 0) AS one`,
  `SELECT one.product_id FROM product_category AS category CROSS JOIN LATERAL (
     SELECT product_id FROM product_category_product WHERE product_category_id = category.id OFFSET 0) AS one
   WHERE string_to_array(category.mpath, '.') && ?::text[]`,
  "SELECT product_id FROM product_product_option WHERE id = ANY(?)",
  "SELECT product_id FROM product_product_option WHERE product_option_id = ANY(?) AND deleted_at IS NULL",
  `SELECT product_id FROM product_product_option WHERE deleted_at IS NULL AND product_option_id = ANY(ARRAY(
     SELECT option_id FROM product_option_value WHERE id = ANY(?)))`,
  "SELECT reference_id FROM tax_rate_rule WHERE id = ANY(?) AND reference = 'product'",
  "SELECT reference_id FROM tax_rate_rule WHERE tax_rate_id = ANY(?) AND reference = 'product' AND deleted_at IS NULL",
  `SELECT reference_id FROM tax_rate_rule
   WHERE tax_rate_id = ANY(?) AND reference = 'product' AND ${JUST_DELETED}`,
  `SELECT id FROM product WHERE deleted_at IS NULL AND type_id = ANY(ARRAY(
     SELECT reference_id FROM tax_rate_rule WHERE id = ANY(?) AND reference = 'product_type'))`,
  `SELECT id FROM product WHERE deleted_at IS NULL AND type_id = ANY(ARRAY(
     SELECT reference_id FROM tax_rate_rule
     WHERE tax_rate_id = ANY(?) AND reference = 'product_type' AND deleted_at IS NULL))`,
  `SELECT id FROM product WHERE deleted_at IS NULL AND type_id = ANY(ARRAY(
     SELECT reference_id FROM tax_rate_rule
     WHERE tax_rate_id = ANY(?) AND reference = 'product_type' AND ${JUST_DELETED}))`,
]

/** Price sets by which variants, and so products, are found. */
const BY_PRICE_SET = [
  "SELECT id AS price_set_id FROM price_set WHERE id = ANY(?)",
  "SELECT price_set_id FROM price WHERE id = ANY(?)",
  "SELECT price_set_id FROM price WHERE price_list_id = ANY(?) AND deleted_at IS NULL",
  `SELECT price_set_id FROM price WHERE price_list_id = ANY(?) AND ${JUST_DELETED}`,
  "SELECT price_set_id FROM price WHERE id = ANY(ARRAY(SELECT price_id FROM price_rule WHERE id = ANY(?)))",
  `SELECT price_set_id FROM price WHERE deleted_at IS NULL AND price_list_id = ANY(ARRAY(
     SELECT price_list_id FROM price_list_rule WHERE id = ANY(?)))`,
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
 * Ids are looked up by lists of ids, never joined: a join may read a whole table, and conditions say `deleted_at IS NULL`
 * where Medusa's index does.
 * Why SQL: an event names one id of four modules, a burst names hundreds, and deleted rows must be found too.
 */
export async function findAffected(sql: Sql, ids: string[]): Promise<Affected> {
  const statement = `
    ${BY_PRODUCT.join("\n UNION ")}
    UNION SELECT product_id FROM product_variant WHERE id = ANY(ARRAY(
      SELECT variant_id FROM product_variant_price_set WHERE deleted_at IS NULL
        AND price_set_id = ANY(ARRAY(${BY_PRICE_SET.join("\n UNION ")}))))
    UNION ${BY_SHOP.join("\n UNION ")}`
  const count = BY_PRODUCT.length + BY_PRICE_SET.length + BY_SHOP.length
  const rows = await sql(affectedSchema, statement, Array<string[]>(count).fill(ids))
  return {
    productIds: rows.flatMap((row) => row.product_id ?? []),
    all: rows.some((row) => row.product_id === null),
  }
}

/**
 * Variants behind ids of inventory items, levels, reservations and rows that attach an item to a variant, deleted ones
 * included.
 */
export async function findVariantsOfInventory(sql: Sql, ids: string[]): Promise<string[]> {
  const rows = await sql(
    z.object({ variant_id: z.string() }),
    `SELECT item.variant_id
     FROM product_variant_inventory_item AS item
     WHERE item.deleted_at IS NULL AND item.inventory_item_id = ANY(ARRAY(
       SELECT unnest(?::text[])
       UNION SELECT inventory_item_id FROM inventory_level WHERE id = ANY(?)
       UNION SELECT inventory_item_id FROM reservation_item WHERE id = ANY(?)))
     UNION SELECT attached.variant_id FROM unnest(?::text[]) AS wanted(id) CROSS JOIN LATERAL (
       SELECT one.variant_id FROM product_variant_inventory_item AS one WHERE one.id = wanted.id OFFSET 0) AS attached`,
    [ids, ids, ids, ids]
  )
  return rows.map((row) => row.variant_id)
}
