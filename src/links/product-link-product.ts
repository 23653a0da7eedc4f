import { defineLink } from "@medusajs/framework/utils"
import ProductModule from "@medusajs/medusa/product"
import PosModule from "../modules/pos"

/** Link from a product link to its product: `query.graph({ entity: "pos_product_link", fields: ["product.*"] })`. */
export default defineLink(
  { linkable: PosModule.linkable.posProductLink, field: "product_id" },
  ProductModule.linkable.product,
  { readOnly: true }
)
