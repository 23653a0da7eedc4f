import { model } from "@medusajs/framework/utils"
import { GIFT_CARD_STATES } from "../../../vocabulary/gift-card"

/** A gift card that a receipt or a person named. Amounts in minor units of the organisation's currency. */
export const PosGiftCard = model
  .define("pos_gift_card", {
    id: model.id({ prefix: "posgift" }).primaryKey(),
    connection_id: model.text(),
    card_uuid: model.text(),
    state: model.enum([...GIFT_CARD_STATES]).default("unread"),
    currency_code: model.text(),
    /** ISO date */
    created_on: model.text().nullable(),
    /** ISO date, the last day it is valid in the organisation's time zone; null: never expires */
    valid_to: model.text().nullable(),
    initial_amount: model.bigNumber().nullable(),
    remaining_amount: model.bigNumber().nullable(),
    /** its sale was refunded */
    refunded: model.boolean().default(false),
    /** the latest receipt that touched it */
    touched_at: model.dateTime().nullable(),
    /** when the service was last asked with an answer */
    read_at: model.dateTime().nullable(),
    /** when it is to be read again; null when nothing asks for it */
    due_at: model.dateTime().nullable(),
    claimed_until: model.dateTime().nullable(),
    /** of the process that holds it */
    claim_token: model.text().nullable(),
    attempts: model.number().default(0),
    /** why the last reading failed */
    read_error: model.text().nullable(),
  })
  .indexes([
    { on: ["card_uuid", "connection_id"], unique: true },
    { name: "IDX_pos_gift_card_due", on: ["connection_id", "due_at"], where: "due_at IS NOT NULL" },
    { name: "IDX_pos_gift_card_read", on: ["connection_id", "read_at", "id"] },
    { name: "IDX_pos_gift_card_touched", on: ["connection_id", "touched_at", "id"] },
  ])
