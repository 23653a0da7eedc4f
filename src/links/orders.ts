import { defineLink } from "@medusajs/framework/utils"
import OrderModule from "@medusajs/medusa/order"
import PosModule from "../modules/pos"

/**
 * Link from an order to the receipts of its sale and refunds: `query.graph({ entity: "order", fields:
 * ["pos_receipts.*"] })`.
 */
export const orderReceipts = defineLink(
  { linkable: OrderModule.linkable.order, field: "id" },
  { ...PosModule.linkable.posReceipt.id, primaryKey: "order_id" },
  { readOnly: true, isList: true }
)

/** Link from a receipt to its order: `query.graph({ entity: "pos_receipt", fields: ["order.*"] })`. */
export const receiptOrder = defineLink(
  { linkable: PosModule.linkable.posReceipt, field: "order_id" },
  OrderModule.linkable.order,
  { readOnly: true }
)
