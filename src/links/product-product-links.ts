import { defineLink } from "@medusajs/framework/utils"
import ProductModule from "@medusajs/medusa/product"
import PosModule from "../modules/pos"

/**
 * Link from a product to its product links, one per connection: `query.graph({ entity: "product", fields:
 * ["pos_product_links.*"] })`.
 */
export default defineLink(
  { linkable: ProductModule.linkable.product, field: "id" },
  { ...PosModule.linkable.posProductLink.id, primaryKey: "product_id" },
  { readOnly: true, isList: true }
)
