import { defineLink } from "@medusajs/framework/utils"
import ProductModule from "@medusajs/medusa/product"
import PosModule from "../modules/pos"

/** A product at the counters, a link for each connection: `query.graph({ entity: "product", fields: ["pos_product_links.*"] })`. */
export default defineLink(
  { linkable: ProductModule.linkable.product, field: "id" },
  { ...PosModule.linkable.posProductLink.id, primaryKey: "product_id" },
  { readOnly: true, isList: true }
)
