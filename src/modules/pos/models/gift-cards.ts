import { model } from "@medusajs/framework/utils"
import { GIFT_CARD_STATES, GIFT_CARD_TOUCH_KINDS } from "../../../contract/finance"

/** A gift card that a receipt or a person named. Amounts in minor units of the organization's currency. */
export const PosGiftCard = model
  .define("pos_gift_card", {
    id: model.id({ prefix: "posgift" }).primaryKey(),
    connection_id: model.text(),
    card_uuid: model.text(),
    state: model.enum([...GIFT_CARD_STATES]).default("unread"),
    currency_code: model.text(),
    /** ISO date */
    created_on: model.text().nullable(),
    /** ISO date, the last day on which it is valid in the organization's time zone; null: never expires */
    valid_to: model.text().nullable(),
    initial_amount: model.bigNumber().nullable(),
    remaining_amount: model.bigNumber().nullable(),
    /** its sale was refunded */
    refunded: model.boolean().default(false),
    /** when the latest receipt used it */
    touched_at: model.dateTime().nullable(),
    /** when the POS last answered a read */
    read_at: model.dateTime().nullable(),
    /** when it is read next; null: no read is due */
    due_at: model.dateTime().nullable(),
    claimed_until: model.dateTime().nullable(),
    /** token of the process that holds it */
    claim_token: model.text().nullable(),
    attempts: model.number().default(0),
    /** why the last read failed */
    read_error: model.text().nullable(),
    /** since when the POS answers 404 for a card that a receipt or an earlier read has; null: it does not */
    missing_since: model.dateTime().nullable(),
  })
  .indexes([
    { on: ["card_uuid", "connection_id"], unique: true },
    { name: "IDX_pos_gift_card_due", on: ["connection_id", "due_at"], where: "due_at IS NOT NULL" },
    { name: "IDX_pos_gift_card_read", on: ["connection_id", "read_at", "id"] },
    { name: "IDX_pos_gift_card_missing", on: ["connection_id", "missing_since"], where: "missing_since IS NOT NULL" },
    { name: "IDX_pos_gift_card_touched", on: ["connection_id", "touched_at", "id"] },
  ])

/** A gift card transaction of a receipt. */
export const PosGiftCardTransaction = model
  .define("pos_gift_card_transaction", {
    /** natural key: derived from receipt, kind and position */
    id: model.id({ prefix: "posgtouch" }).primaryKey(),
    connection_id: model.text(),
    card_uuid: model.text(),
    receipt_id: model.text(),
    kind: model.enum([...GIFT_CARD_TOUCH_KINDS]),
    /** minor units, signed as on the receipt */
    amount: model.bigNumber(),
    occurred_at: model.dateTime(),
  })
  .indexes([
    { name: "IDX_pos_gift_card_transaction_card", on: ["card_uuid", "connection_id", "occurred_at"] },
    { on: ["receipt_id"] },
  ])

/** Number of attempts in a time window; shared by all processes of the store. */
export const PosRateLimit = model
  .define("pos_rate_limit", {
    /** fingerprint of what is limited and of the client: no personal address is stored */
    id: model.text().primaryKey(),
    window_ends_at: model.dateTime(),
    attempts: model.number().default(0),
  })
  .indexes([{ on: ["window_ends_at"] }])
