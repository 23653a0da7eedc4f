/**
 * SQL array with the ids of the product links (`link`) that match a condition. It locks them in the order of their ids,
 * as every statement that changes many links does, so that two of them cannot deadlock.
 */
export const lockLinks = (condition: string): string => `ARRAY(
  SELECT link.id FROM pos_product_link AS link WHERE ${condition} ORDER BY link.id FOR NO KEY UPDATE OF link)`

/** As {@link lockLinks}, of the links whose ids are given (one binding) and that are not deleted. */
export const LOCKED_BY_ID = lockLinks("link.id = ANY(?) AND link.deleted_at IS NULL")

/**
 * SQL that selects the variant links (`link`) that match a condition, and locks them in the order of their ids like
 * {@link lockLinks}. A statement that changes them reads it as `WITH locked AS MATERIALIZED (…)`.
 * @param selected the columns; those of before the change, where the statement needs them
 */
export const lockVariantLinks = (condition: string, selected = "link.id"): string =>
  `SELECT ${selected} FROM pos_variant_link AS link WHERE ${condition} ORDER BY link.id FOR UPDATE OF link`
