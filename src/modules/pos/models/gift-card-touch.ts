import { model } from "@medusajs/framework/utils"
import { GIFT_CARD_TOUCH_KINDS } from "../../../vocabulary/gift-card"

/** What a receipt did with a gift card. */
export const PosGiftCardTouch = model
  .define("pos_gift_card_touch", {
    /** made of receipt, kind and position: the natural key */
    id: model.id({ prefix: "posgtouch" }).primaryKey(),
    connection_id: model.text(),
    card_uuid: model.text(),
    receipt_id: model.text(),
    kind: model.enum([...GIFT_CARD_TOUCH_KINDS]),
    /** minor units as on the receipt */
    amount: model.bigNumber(),
    occurred_at: model.dateTime(),
  })
  .indexes([{ on: ["card_uuid", "connection_id", "occurred_at"] }, { on: ["receipt_id"] }])
