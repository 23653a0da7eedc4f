import { defineLink } from "@medusajs/framework/utils"
import OrderModule from "@medusajs/medusa/order"
import PosModule from "../modules/pos"

/** Receipts of an order, the sale's and its refunds': `query.graph({ entity: "order", fields: ["pos_receipts.*"] })`. */
export default defineLink(
  { linkable: OrderModule.linkable.order, field: "id" },
  { ...PosModule.linkable.posReceipt.id, primaryKey: "order_id" },
  { readOnly: true, isList: true }
)
