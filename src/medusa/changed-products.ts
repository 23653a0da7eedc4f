import { z } from "zod"
import type { Selection } from "../contract/settings"
import { jsonText } from "../modules/pos/database/json-text"
import { ROWS_VERSION } from "../modules/pos/database/housekeeping"
import { idRowSchema, type Sql } from "../modules/pos/database/sql"
import { changedAfter } from "./indexes"

const CHANGED = changedAfter("(SELECT at FROM since)")

const PRICE_SETS = `
  SELECT price_set_id FROM price WHERE ${CHANGED}
  UNION SELECT price_set_id FROM price WHERE id = ANY(ARRAY(SELECT price_id FROM price_rule WHERE ${CHANGED}))
  UNION SELECT price_set_id FROM price WHERE deleted_at IS NULL
    AND price_list_id = ANY(ARRAY(SELECT price_list_id FROM price_list_rule WHERE ${CHANGED}))
  UNION SELECT price_set_id FROM price WHERE deleted_at IS NULL AND price_list_id = ANY(ARRAY(
    SELECT list.id FROM since JOIN price_list AS list ON greatest(list.updated_at, list.deleted_at) > since.at
      OR list.starts_at > since.at AND list.starts_at <= now() OR list.ends_at > since.at AND list.ends_at <= now()))`

/** Related rows are selected by lists of IDs: a join would read the whole other table. */
const STATEMENT = `
  WITH since AS MATERIALIZED (SELECT ?::timestamptz AS at)
  SELECT id AS product_id FROM product WHERE ${CHANGED}
  UNION SELECT product_id FROM product_variant WHERE ${CHANGED}
  UNION SELECT product_id FROM image WHERE ${CHANGED}
  UNION SELECT product_id FROM product_variant WHERE id = ANY(ARRAY(SELECT variant_id FROM product_variant_product_image WHERE ${CHANGED}))
  UNION SELECT product_id FROM product_sales_channel WHERE ${CHANGED}
  UNION SELECT member.product_id FROM unnest(ARRAY(SELECT id FROM product_category WHERE ${CHANGED})) AS category(id) CROSS JOIN LATERAL (
    SELECT product_id FROM product_category_product WHERE product_category_id = category.id OFFSET 0) AS member
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
 * Finds products that changed after a moment, by Medusa's own times of change, and those whose price lists began or
 * ended. Links that Medusa deletes without a trace (a category's) are only found by the comparison of contents.
 */
export async function findChangedSince(sql: Sql, since: Date): Promise<Affected> {
  const rows = await sql(z.object({ product_id: z.string().nullable() }), STATEMENT, [since])
  return {
    productIds: rows.flatMap((row) => row.product_id ?? []),
    all: rows.some((row) => row.product_id === null),
  }
}

/** The tables that decide what is at the POS of the store's products; a test compares them with those that are read. */
const VERSIONS = `
  SELECT ${ROWS_VERSION} AS version FROM product
  UNION ALL SELECT ${ROWS_VERSION} FROM product_variant
  UNION ALL SELECT ${ROWS_VERSION} FROM product_variant_option
  UNION ALL SELECT ${ROWS_VERSION} FROM product_variant_price_set
  UNION ALL SELECT ${ROWS_VERSION} FROM product_variant_product_image
  UNION ALL SELECT ${ROWS_VERSION} FROM product_option
  UNION ALL SELECT ${ROWS_VERSION} FROM product_option_value
  UNION ALL SELECT ${ROWS_VERSION} FROM product_product_option
  UNION ALL SELECT ${ROWS_VERSION} FROM product_category
  UNION ALL SELECT ${ROWS_VERSION} FROM product_category_product
  UNION ALL SELECT ${ROWS_VERSION} FROM product_sales_channel
  UNION ALL SELECT ${ROWS_VERSION} FROM product_tags
  UNION ALL SELECT ${ROWS_VERSION} FROM image
  UNION ALL SELECT ${ROWS_VERSION} FROM price
  UNION ALL SELECT ${ROWS_VERSION} FROM price_rule
  UNION ALL SELECT ${ROWS_VERSION} FROM price_list
  UNION ALL SELECT ${ROWS_VERSION} FROM price_list_rule
  UNION ALL SELECT ${ROWS_VERSION} FROM price_preference
  UNION ALL SELECT ${ROWS_VERSION} FROM region
  UNION ALL SELECT ${ROWS_VERSION} FROM region_country
  UNION ALL SELECT ${ROWS_VERSION} FROM tax_region
  UNION ALL SELECT ${ROWS_VERSION} FROM tax_rate
  UNION ALL SELECT ${ROWS_VERSION} FROM tax_rate_rule`

/**
 * Reads a text that differs after any committed change in the tables of the catalog, also after one that leaves no time
 * of change. PostgreSQL keeps with each row the transaction that wrote it (`xmin`), so no content is read: about 0.3 µs
 * for each row.
 */
export async function readCatalogVersion(sql: Sql): Promise<string> {
  const rows = await sql(
    z.object({ version: z.string() }),
    `SELECT string_agg(version, ' ') AS version FROM (${VERSIONS}) AS tables`,
    []
  )
  return rows.map(({ version }) => version).join(" ")
}

/** Products that a change affects; `all`: it may affect every product of the store. */
export type Affected = { productIds: string[]; all: boolean }

const affectedSchema = z.object({ product_id: z.string().nullable() })

/**
 * Condition: deleted within the last hour. An event names a list, and what was deleted with it has to be found, too.
 */
const JUST_DELETED = "deleted_at > now() - interval '1 hour' AND deleted_at < 'infinity'"

/** Queries that find products by the ID of a changed row, also of a deleted one. Each takes the IDs once. */
const BY_PRODUCT = [
  "SELECT id AS product_id FROM product WHERE id = ANY(?)",
  "SELECT product_id FROM product_variant WHERE id = ANY(?)",
  "SELECT product_id FROM image WHERE id = ANY(?)",
  // Its index is not unique: without statistics PostgreSQL expects a list of IDs to match a quarter of the table.
  `SELECT member.product_id FROM unnest(?::text[]) AS wanted(id) CROSS JOIN LATERAL (
     SELECT product_id FROM product_sales_channel WHERE id = wanted.id OFFSET 0) AS member`,
  "SELECT id FROM product WHERE collection_id = ANY(?) AND deleted_at IS NULL",
  "SELECT id FROM product WHERE type_id = ANY(?) AND deleted_at IS NULL",
  `SELECT member.product_id FROM unnest(?::text[]) AS wanted(id) CROSS JOIN LATERAL (
     SELECT product_id FROM product_tags WHERE product_tag_id = wanted.id OFFSET 0) AS member`,
  `SELECT member.product_id FROM product_category AS category CROSS JOIN LATERAL (
     SELECT product_id FROM product_category_product WHERE product_category_id = category.id OFFSET 0) AS member
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

/** Queries that find price sets, through which variants and products are found. */
const BY_PRICE_SET = [
  "SELECT id AS price_set_id FROM price_set WHERE id = ANY(?)",
  "SELECT price_set_id FROM price WHERE id = ANY(?)",
  "SELECT price_set_id FROM price WHERE price_list_id = ANY(?) AND deleted_at IS NULL",
  `SELECT price_set_id FROM price WHERE price_list_id = ANY(?) AND ${JUST_DELETED}`,
  "SELECT price_set_id FROM price WHERE id = ANY(ARRAY(SELECT price_id FROM price_rule WHERE id = ANY(?)))",
  `SELECT price_set_id FROM price WHERE deleted_at IS NULL AND price_list_id = ANY(ARRAY(
     SELECT price_list_id FROM price_list_rule WHERE id = ANY(?)))`,
]

/** Queries for changes that affect all products: a country's default tax, and whether prices include tax. */
const BY_STORE = [
  "SELECT NULL AS product_id FROM tax_region WHERE id = ANY(?)",
  "SELECT NULL FROM tax_rate WHERE id = ANY(?) AND is_default",
  "SELECT NULL FROM price_preference WHERE id = ANY(?)",
]

/**
 * Finds the products behind the IDs of any changed rows: products, variants, options, images, categories, collections,
 * tags, types, prices, price lists and their rules, channel links, taxes. Related rows are looked up by lists of IDs,
 * never joined, because a join may read a whole table. Conditions have `deleted_at IS NULL` where Medusa's index does.
 * Why SQL: an event has one ID of four modules, a burst has hundreds, and deleted rows must be found too.
 */
export async function findAffected(sql: Sql, ids: string[]): Promise<Affected> {
  const statement = `
    ${BY_PRODUCT.join("\n UNION ")}
    UNION SELECT product_id FROM product_variant WHERE id = ANY(ARRAY(
      SELECT variant_id FROM product_variant_price_set WHERE deleted_at IS NULL
        AND price_set_id = ANY(ARRAY(${BY_PRICE_SET.join("\n UNION ")}))))
    UNION ${BY_STORE.join("\n UNION ")}`
  const count = BY_PRODUCT.length + BY_PRICE_SET.length + BY_STORE.length
  const rows = await sql(affectedSchema, statement, Array<string[]>(count).fill(ids))
  return {
    productIds: rows.flatMap((row) => row.product_id ?? []),
    all: rows.some((row) => row.product_id === null),
  }
}

/**
 * Finds variants behind the IDs of inventory items, levels, reservations and rows that link an item to a variant,
 * including deleted ones.
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
       SELECT variant_id FROM product_variant_inventory_item WHERE id = wanted.id OFFSET 0) AS attached`,
    [ids, ids, ids, ids]
  )
  return rows.map((row) => row.variant_id)
}

/**
 * Finds products of sales channels that a connection has no link for, unordered, whether published or not: the result
 * may include products that it does not sell. It searches by channel, so that it does not search all products of the
 * store.
 */
export async function findUnlinkedOfChannels(
  sql: Sql,
  input: { connectionId: string; channelIds: string[]; limit: number }
): Promise<string[]> {
  const rows = await sql(
    idRowSchema,
    `SELECT DISTINCT chosen.product_id AS id FROM product_sales_channel AS chosen
     WHERE chosen.sales_channel_id = ANY(?) AND chosen.deleted_at IS NULL AND NOT EXISTS (
       SELECT 1 FROM pos_product_link AS link
       WHERE link.product_id = chosen.product_id AND (link.connection_id = ?) IS TRUE AND link.deleted_at IS NULL OFFSET 0)
     LIMIT ?`,
    [input.channelIds, input.connectionId, input.limit]
  )
  return rows.map(({ id }) => id)
}

/** The selection of products that a connection sells. */
export type Seller = { connectionId: string; selection: Selection }

/** The selection keys of a product, for each kind of selection; `product` is its row. @see selectionCondition */
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
 * Finds which of many connections sell products among those given without a link for them, with the same result as
 * `findSoldProducts` for one connection. It starts from the products, which have few channels and categories, not from
 * each connection. IS TRUE keeps PostgreSQL from searching all published products for each.
 */
export async function findSellers(
  sql: Sql,
  sellers: Seller[],
  among: string[]
): Promise<z.infer<typeof sellerSchema>[]> {
  const selections = sellers.flatMap(({ connectionId, selection }) =>
    (selection.by === "all" ? [""] : selection.ids).map((key) => ({
      connection_id: connectionId,
      kind: selection.by,
      key,
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
         SELECT id, collection_id FROM product
         WHERE id = changed.id AND (deleted_at IS NULL AND status = 'published') IS TRUE OFFSET 0) AS product
       CROSS JOIN LATERAL (${KEYS}) AS keys),
     sold AS (
       SELECT DISTINCT wanted.connection_id, keyed.id FROM keyed JOIN wanted USING (kind, key))
     SELECT sold.connection_id, array_agg(sold.id) AS product_ids FROM sold
     WHERE NOT EXISTS (
       SELECT 1 FROM pos_product_link AS link
       WHERE link.product_id = sold.id AND (link.connection_id = sold.connection_id) IS TRUE AND link.deleted_at IS NULL
       OFFSET 0)
     GROUP BY sold.connection_id`,
    [jsonText(selections), among]
  )
}
