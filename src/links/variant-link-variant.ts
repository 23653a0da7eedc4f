import { defineLink } from "@medusajs/framework/utils"
import ProductModule from "@medusajs/medusa/product"
import PosModule from "../modules/pos"

/**
 * Link from a variant link to its variant: `query.graph({ entity: "pos_variant_link", fields: ["product_variant.*"]
 * })`.
 */
export default defineLink(
  { linkable: PosModule.linkable.posVariantLink, field: "variant_id" },
  ProductModule.linkable.productVariant,
  { readOnly: true }
)
