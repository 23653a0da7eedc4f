import { defineLink } from "@medusajs/framework/utils"
import OrderModule from "@medusajs/medusa/order"
import PosModule from "../modules/pos"

/** The order that stands for a receipt: `query.graph({ entity: "pos_receipt", fields: ["order.*"] })`. */
export default defineLink({ linkable: PosModule.linkable.posReceipt, field: "order_id" }, OrderModule.linkable.order, {
  readOnly: true,
})
