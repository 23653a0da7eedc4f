import { defineLink } from "@medusajs/framework/utils"
import ProductModule from "@medusajs/medusa/product"
import PosModule from "../modules/pos"

/**
 * Link from a product to its product links, one per connection: `query.graph({ entity: "product", fields:
 * ["pos_product_links.*"] })`.
 */
export const productLinks = defineLink(
  { linkable: ProductModule.linkable.product, field: "id" },
  { ...PosModule.linkable.posProductLink.id, primaryKey: "product_id" },
  { readOnly: true, isList: true }
)

/** Link from a product link to its product: `query.graph({ entity: "pos_product_link", fields: ["product.*"] })`. */
export const linkedProduct = defineLink(
  { linkable: PosModule.linkable.posProductLink, field: "product_id" },
  ProductModule.linkable.product,
  { readOnly: true }
)

/**
 * Link from a variant to its variant links with their POS stock: `query.graph({ entity: "variant", fields:
 * ["pos_variant_links.*"] })`.
 */
export const variantLinks = defineLink(
  { linkable: ProductModule.linkable.productVariant, field: "id" },
  { ...PosModule.linkable.posVariantLink.id, primaryKey: "variant_id" },
  { readOnly: true, isList: true }
)

/**
 * Link from a variant link to its variant: `query.graph({ entity: "pos_variant_link", fields: ["product_variant.*"]
 * })`.
 */
export const linkedVariant = defineLink(
  { linkable: PosModule.linkable.posVariantLink, field: "variant_id" },
  ProductModule.linkable.productVariant,
  { readOnly: true }
)
