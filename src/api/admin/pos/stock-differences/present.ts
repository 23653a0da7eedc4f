import type { InferTypeOf } from "@medusajs/framework/types"
import type { PosStockDifference, PosVariantLink } from "../../../../modules/pos/models"

/** A difference with the variant that it is of; levels are decimal text. */
export function presentStockDifference(
  difference: InferTypeOf<typeof PosStockDifference>,
  links: Pick<InferTypeOf<typeof PosVariantLink>, "id" | "variant_id" | "variant_uuid">[]
) {
  const link = links.find(({ id }) => id === difference.variant_link_id)
  return {
    id: difference.id,
    connection_id: difference.connection_id,
    variant_link_id: difference.variant_link_id,
    variant_id: link?.variant_id ?? null,
    variant_uuid: link?.variant_uuid ?? null,
    shop_level: difference.shop_level,
    pos_level: difference.pos_level,
    ledger_level: difference.ledger_level,
    cause: difference.cause,
    state: difference.state,
    found_at: difference.found_at,
    resolved_at: difference.resolved_at,
    created_at: difference.created_at,
    updated_at: difference.updated_at,
  }
}
