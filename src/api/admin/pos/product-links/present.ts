import type { InferTypeOf } from "@medusajs/framework/types"
import type { PosProductLink, PosVariantLink } from "../../../../modules/pos/models"

/** How a product stands at the counter, with its variants. */
export function presentProductLink(
  link: InferTypeOf<typeof PosProductLink>,
  variants: InferTypeOf<typeof PosVariantLink>[]
) {
  return {
    id: link.id,
    connection_id: link.connection_id,
    product_id: link.product_id,
    product_uuid: link.product_uuid,
    state: link.revision > link.pushed_revision ? "pending" : link.state,
    rejection: link.rejection,
    inclusion: link.inclusion,
    overrides: link.overrides,
    /** true while the counter has a version of it, if only an older one */
    at_counter: link.accepted_content !== null,
    notes: link.notes ?? [],
    pushed_at: link.pushed_at,
    variants: variants
      .filter((variant) => variant.product_link_id === link.id)
      .map(({ variant_id, variant_uuid, pos_balance, low_stock_level, stock_error }) => ({
        variant_id,
        variant_uuid,
        pos_balance,
        /** from which level on the counter says that it is low, decimal text; null: none that we know of */
        low_stock_level,
        stock_error,
      })),
  }
}
