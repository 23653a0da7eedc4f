import { defineLink } from "@medusajs/framework/utils"
import ProductModule from "@medusajs/medusa/product"
import PosModule from "../modules/pos"

/**
 * Link from a variant to its variant links with their POS stock: `query.graph({ entity: "variant", fields:
 * ["pos_variant_links.*"] })`.
 */
export default defineLink(
  { linkable: ProductModule.linkable.productVariant, field: "id" },
  { ...PosModule.linkable.posVariantLink.id, primaryKey: "variant_id" },
  { readOnly: true, isList: true }
)
