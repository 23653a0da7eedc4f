import { model } from "@medusajs/framework/utils"
import { PAYOUT_STATES } from "../../../vocabulary/account"

/**
 * A payout and the transactions it settled: all whose place in the account is behind `after_*` and not behind `to_*`.
 * Amounts in minor units; `gross + refunds + fees + returned + adjustments + amount` is what it changed the balance by.
 */
export const PosPayout = model
  .define("pos_payout", {
    id: model.id({ prefix: "pospo" }).primaryKey(),
    connection_id: model.text(),
    account_group: model.text(),
    /** the account transaction of type PAYOUT */
    transaction_id: model.text(),
    originating_uuid: model.text(),
    occurred_at: model.dateTime(),
    /** as the account has it: negative to the bank */
    amount: model.bigNumber(),
    state: model.enum([...PAYOUT_STATES]),
    /** what the transactions hold above the amount (negative: below); 0 when closed */
    difference: model.bigNumber(),
    /** what stayed in the account afterwards of everything settled so far */
    retained: model.bigNumber(),
    transactions: model.number(),
    gross: model.bigNumber(),
    refunds: model.bigNumber(),
    fees: model.bigNumber(),
    /** money of failed payouts that came back */
    returned: model.bigNumber(),
    adjustments: model.bigNumber(),
    after_at: model.dateTime(),
    after_uuid: model.text(),
    after_id: model.text(),
    to_at: model.dateTime(),
    to_uuid: model.text(),
    to_id: model.text(),
    /** the FAILED_PAYOUT that brought the money back; null for one that arrived */
    failed_transaction_id: model.text().nullable(),
    failed_at: model.dateTime().nullable(),
  })
  .indexes([
    { on: ["transaction_id"], unique: true },
    { name: "IDX_pos_payout_occurred", on: ["connection_id", "account_group", "occurred_at", "id"] },
    { name: "IDX_pos_payout_place", on: ["connection_id", "account_group", "to_at", "to_uuid", "to_id"] },
  ])
