/**
 * Tables of which a large shop has very many rows, and that are asked each minute what changed. Medusa keeps no index on
 * when a row changed.
 */
const TABLES = [
  ...["product", "product_variant", "product_option", "product_option_value", "product_product_option", "image"],
  ...["product_variant_product_image", "product_sales_channel", "price", "price_rule", "tax_rate_rule"],
  ...["inventory_level", "reservation_item", "product_variant_inventory_item"],
]

const CHANGED_AT = "greatest(updated_at, deleted_at)"

/** By these what changed is found. */
export const CHANGE_INDEXES = TABLES.map((table) => ({
  table,
  name: `IDX_pos_${table}_changed`,
  on: `"${table}" ((${CHANGED_AT}))`,
}))

/**
 * A condition on the only table of a query: the row was written or deleted after `since`, an expression. The second half
 * always holds; with it PostgreSQL expects a narrow range, and takes the index, also before it knows anything of the table.
 */
export const changedAfter = (since: string): string => `${CHANGED_AT} > ${since} AND ${CHANGED_AT} < 'infinity'`
