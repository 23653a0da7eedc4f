import type { InferTypeOf } from "@medusajs/framework/types"
import type { PosStockDifference, PosVariantLink } from "../../../../modules/pos/models"

/** A difference with the variant that it is of; levels are decimal text. */
export function presentStockDifference(
  { deleted_at: _deleted, ...difference }: InferTypeOf<typeof PosStockDifference>,
  links: InferTypeOf<typeof PosVariantLink>[]
) {
  const link = links.find(({ id }) => id === difference.variant_link_id)
  return { ...difference, variant_id: link?.variant_id ?? null, variant_uuid: link?.variant_uuid ?? null }
}
