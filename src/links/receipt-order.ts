import { defineLink } from "@medusajs/framework/utils"
import OrderModule from "@medusajs/medusa/order"
import PosModule from "../modules/pos"

/** Link from a receipt to its order: `query.graph({ entity: "pos_receipt", fields: ["order.*"] })`. */
export default defineLink({ linkable: PosModule.linkable.posReceipt, field: "order_id" }, OrderModule.linkable.order, {
  readOnly: true,
})
