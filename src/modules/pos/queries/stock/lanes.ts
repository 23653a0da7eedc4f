/**
 * Variants whose stock is due, as their indexes say it: those that the counter was told of before go first, so that a web
 * sale does not wait for a whole catalogue.
 */
export const STOCK_LANES = {
  told: "stock_revision > stock_pushed_revision AND stock_pushed_revision > 0",
  untold: "stock_revision > stock_pushed_revision AND stock_pushed_revision = 0",
} as const

/** In the order in which they are looked at. */
export const stockLanes: readonly string[] = Object.values(STOCK_LANES)

/** How many variants are due whose product the service has, in SQL. @param scope a condition on `variant` */
export const countStockDue = (scope: string): string =>
  stockLanes
    .map(
      (lane) => `(
       SELECT count(*) FROM pos_variant_link AS variant WHERE ${scope} AND ${lane} AND variant.deleted_at IS NULL
         AND (SELECT product.pushed_at IS NOT NULL FROM pos_product_link AS product
              WHERE product.id = variant.product_link_id AND product.deleted_at IS NULL))`
    )
    .join(" + ")
