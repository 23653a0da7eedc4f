/**
 * SQL: the inventory items of a variant, by rows of `product_variant_inventory_item AS one` and `product_variant AS variant`.
 * Medusa deletes the rows with the variant; what was sold before still has to move the items that other variants use, so
 * the rows that went with the variant count.
 */
export const ITEMS_OF_VARIANT = `one.variant_id = variant.id AND (one.deleted_at IS NULL
  OR variant.deleted_at IS NOT NULL AND one.deleted_at >= variant.deleted_at - interval '1 minute')`
