import { z } from "zod"
import { POS_ORDER_INDEXES } from "./erase-orders"
import { WEB_ORDERS_INDEX } from "./web-sales"
import type { Sql } from "../modules/pos/database/sql"
import { getParts, SEARCHED_CODES, SEARCHED_TITLE } from "./product-links"

/**
 * Tables that have very many rows in a large store, and that are polled for changes each minute. Medusa has no index on
 * the time of a change.
 */
const TABLES = [
  "product",
  "product_variant",
  "product_option",
  "product_option_value",
  "product_product_option",
  "image",
  "product_variant_product_image",
  "product_sales_channel",
  "price",
  "price_rule",
  "tax_rate_rule",
  "inventory_level",
  "reservation_item",
  "product_variant_inventory_item",
]

const CHANGED_AT = "greatest(updated_at, deleted_at)"

/** Indexes on the time of a change. */
const CHANGE_INDEXES = TABLES.map((table) => ({
  table,
  name: `IDX_pos_${table}_changed`,
  on: `((${CHANGED_AT}))`,
}))

/**
 * Condition on the only table of a query: the row was written or deleted after `since`, an SQL expression. The second
 * half is always true; with it PostgreSQL expects a narrow range and uses the index even without statistics of the
 * table.
 */
export const changedAfter = (since: string): string => `${CHANGED_AT} > ${since} AND ${CHANGED_AT} < 'infinity'`

/** An index of ours on a table of Medusa; `on`: what it is of, as in `CREATE INDEX … ON table`. */
export type OwnIndex = Readonly<{ name: string; table: string; on: string }>

/** Our own indexes on Medusa's tables, for queries that Medusa has none for. */
export const OWN_INDEXES: readonly OwnIndex[] = [
  ...CHANGE_INDEXES,
  // For the products of a category or a tag: the keys of these tables begin with the product.
  {
    name: "IDX_pos_product_category_product_category",
    table: "product_category_product",
    on: '("product_category_id")',
  },
  { name: "IDX_pos_product_tags_tag", table: "product_tags", on: '("product_tag_id")' },
  // For store products with the name of a POS product.
  { name: "IDX_pos_product_title", table: "product", on: '(lower("title"))' },
  // For products with a word in their title or a part of a code, see `partsOf`. Without `fastupdate` no list of pending
  // entries is left that each search would read completely; after an import PostgreSQL would prefer to read the table.
  {
    name: "IDX_pos_product_title_words",
    table: "product",
    on: `USING gin (${getParts(SEARCHED_TITLE)}) WITH (fastupdate = off) WHERE deleted_at IS NULL`,
  },
  {
    name: "IDX_pos_product_variant_code_words",
    table: "product_variant",
    on: `USING gin (${getParts(SEARCHED_CODES)}) WITH (fastupdate = off) WHERE deleted_at IS NULL`,
  },
  // For web sales of a few days among the orders of years.
  WEB_ORDERS_INDEX,
  ...POS_ORDER_INDEXES,
]

/** Indexes that former versions created and no query needs any more. */
const FORMER_INDEXES = ["IDX_pos_order_created_at", "IDX_pos_product_title_parts", "IDX_pos_product_variant_code_parts"]

const indexSchema = z.object({ name: z.string(), valid: z.boolean() })

/**
 * Creates our own indexes on Medusa's tables, unless they exist. This is no migration, because those tables belong to
 * other modules, which may migrate after ours. Indexes are created concurrently, so that no store is blocked; an index
 * that a crash left incomplete is created again. Not in a transaction, where PostgreSQL creates none concurrently.
 */
export async function createOwnIndexes(sql: Sql): Promise<void> {
  const names = OWN_INDEXES.map(({ name }) => name)
  // At nearly every start all of them exist: one statement then.
  const existing = await sql(
    indexSchema,
    `SELECT relname AS name, indisvalid AS valid FROM pg_class JOIN pg_index ON indexrelid = pg_class.oid
     WHERE relname = ANY(?) AND relnamespace = current_schema()::regnamespace`,
    [[...names, ...FORMER_INDEXES]]
  )
  const complete = new Set(existing.filter(({ name, valid }) => valid && names.includes(name)).map(({ name }) => name))
  for (const { name } of existing.filter((index) => !complete.has(index.name))) {
    await sql(z.unknown(), `DROP INDEX CONCURRENTLY IF EXISTS "${name}"`)
  }
  const missing = OWN_INDEXES.filter((index) => !complete.has(index.name))
  for (const { name, table, on } of await findPossible(sql, missing)) {
    await sql(z.unknown(), `CREATE INDEX CONCURRENTLY IF NOT EXISTS "${name}" ON "${table}" ${on}`)
  }
}

/** Returns those of some indexes whose tables exist: before Medusa 2.17 there is no `product_product_option`. */
export async function findPossible(sql: Sql, indexes: readonly OwnIndex[]): Promise<OwnIndex[]> {
  if (indexes.length === 0) {
    return []
  }
  const existingIndexes = await sql(
    z.object({ name: z.string() }),
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = ANY(?)",
    [[...new Set(indexes.map(({ table }) => table))]]
  )
  const tables = new Set(existingIndexes.map(({ name }) => name))
  return indexes.filter(({ table }) => tables.has(table))
}
