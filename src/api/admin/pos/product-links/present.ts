import type { InferTypeOf } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { PosProductLink, PosVariantLink } from "../../../../modules/pos/models"
import { restoredFieldSchema } from "../../../../vocabulary/restored-field"

const restoredFieldsSchema = z.array(restoredFieldSchema)

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
    /** fields that were edited at the POS and restored there: both values, how often, and when last */
    restored_fields: restoredFieldsSchema
      .parse(link.restored_fields ?? [])
      .map(({ activity_id: _activity, ...restored }) => restored),
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
