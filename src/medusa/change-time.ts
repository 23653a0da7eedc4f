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
export const CHANGE_INDEXES = TABLES.map((table) => ({
  table,
  name: `IDX_pos_${table}_changed`,
  on: `"${table}" ((${CHANGED_AT}))`,
}))

/**
 * Condition on the only table of a query: the row was written or deleted after `since`, an SQL expression. The second
 * half is always true; with it PostgreSQL expects a narrow range and uses the index even without statistics of the
 * table.
 */
export const changedAfter = (since: string): string => `${CHANGED_AT} > ${since} AND ${CHANGED_AT} < 'infinity'`
