import { model } from "@medusajs/framework/utils"
import { RECEIPT_STATES } from "../../../vocabulary/receipt"

/** A purchase of the service as the shop sees it, with its own figures (minor units) and the order that mirrors it. */
export const PosReceipt = model
  .define("pos_receipt", {
    id: model.id({ prefix: "posrec" }).primaryKey(),
    connection_id: model.text(),
    purchase_uuid: model.text(),
    purchase_number: model.number().nullable(),
    state: model.enum([...RECEIPT_STATES]).default("pending"),
    /** why it is recorded only */
    state_reason: model.text().nullable(),
    order_id: model.text().nullable(),
    /** of a sale: which version of the mapping wrote its order, see ORDER_MAPPING_VERSION */
    order_mapping_version: model.number().nullable(),
    /** minor units, negative for a refund */
    amount: model.bigNumber(),
    vat_amount: model.bigNumber().nullable(),
    /** `[{rate, gross, net, tax}]`, which come to the two; null until it is reckoned, see query receipt-vat */
    vat_by_rate: model.json().nullable(),
    currency_code: model.text(),
    refund: model.boolean().default(false),
    refunds_purchase_uuid: model.text().nullable(),
    cashier: model.text().nullable(),
    sold_at: model.dateTime(),
    /** the purchase as the service sent it; once its details are erased, what the books need of it */
    payload: model.json(),
    /** when what it told of persons, cards, devices and places was erased; null: it is there */
    details_erased_at: model.dateTime().nullable(),
    /** when it was erased from all orders ever written of its sale, too, with their returns */
    orders_erased_at: model.dateTime().nullable(),
    /** when its payments and gift cards were taken over into their own tables; null until then */
    settlement_read_at: model.dateTime().nullable(),
  })
  .indexes([
    { on: ["purchase_uuid", "connection_id"], unique: true },
    { on: ["connection_id", "sold_at"] },
    { on: ["purchase_number", "connection_id"] },
    { on: ["order_id"] },
    { name: "IDX_pos_receipt_refund", on: ["connection_id", "sold_at"], where: "refund" },
    { name: "IDX_pos_receipt_not_mirrored", on: ["connection_id", "state", "sold_at"], where: "state <> 'mirrored'" },
    {
      name: "IDX_pos_receipt_refunded",
      on: ["refunds_purchase_uuid", "connection_id"],
      where: "refunds_purchase_uuid IS NOT NULL",
    },
    { name: "IDX_pos_receipt_unread", on: ["connection_id", "id"], where: "settlement_read_at IS NULL" },
    { name: "IDX_pos_receipt_with_details", on: ["sold_at"], where: "details_erased_at IS NULL" },
    {
      name: "IDX_pos_receipt_half_erased",
      on: ["id"],
      where: "details_erased_at IS NOT NULL AND orders_erased_at IS NULL",
    },
    { name: "IDX_pos_receipt_pending", on: ["connection_id", "id"], where: "state = 'pending'" },
    { name: "IDX_pos_receipt_without_vat", on: ["connection_id", "sold_at", "id"], where: "vat_by_rate IS NULL" },
  ])
