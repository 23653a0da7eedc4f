import { model } from "@medusajs/framework/utils"
import { ACCOUNT_TYPE_GROUPS } from "../../../pos-api/contract"
import { ACCOUNT_STATES } from "../../../vocabulary/account"

/** One account of a merchant at the service, and how far its transactions were read. Amounts in minor units. */
export const PosAccount = model
  .define("pos_account", {
    id: model.id({ prefix: "posacc" }).primaryKey(),
    connection_id: model.text(),
    account_group: model.enum([...ACCOUNT_TYPE_GROUPS]),
    state: model.enum([...ACCOUNT_STATES]).default("active"),
    /** why it is not active, for a person to read */
    state_reason: model.text().nullable(),
    /** where the history begins that is or will be read */
    history_from: model.dateTime(),
    /** everything before it was read at least once; equals history_from before the first slice */
    pulled_until: model.dateTime(),
    /** where the pull under way ends; null when none is */
    pulling_until: model.dateTime().nullable(),
    /** when a pull began last, whatever came of it */
    last_tried_at: model.dateTime().nullable(),
    last_pulled_at: model.dateTime().nullable(),
    /** the earliest transaction that arrived since payouts were composed; null when all are */
    compose_from: model.dateTime().nullable(),
    /** what the service keeps in the account when it pays out */
    minimum_balance: model.bigNumber().default(0),
    balance: model.bigNumber().nullable(),
    next_payout_amount: model.bigNumber().nullable(),
    /** DAILY, WEEKLY, MONTHLY, or a word of the future */
    payout_periodicity: model.text().nullable(),
    balance_read_at: model.dateTime().nullable(),
  })
  .indexes([{ on: ["connection_id", "account_group"], unique: true, where: "deleted_at IS NULL" }])
