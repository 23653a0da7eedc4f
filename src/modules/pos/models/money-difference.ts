import { model } from "@medusajs/framework/utils"
import { MONEY_DIFFERENCE_STATES } from "../../../vocabulary/money"

/** Money that two places tell differently. Amounts in minor units. */
export const PosMoneyDifference = model
  .define("pos_money_difference", {
    id: model.id({ prefix: "posmdiff" }).primaryKey(),
    connection_id: model.text(),
    /** one of MONEY_DIFFERENCE_KINDS, as text, so that a new kind needs no migration */
    kind: model.text(),
    /** what differs: a sale's UUID, a day (YYYY-MM-DD), a payout's id */
    subject: model.text(),
    /** one of MONEY_DIFFERENCE_CAUSES */
    cause: model.text(),
    /** what it should be: by the receipts, by the service, by the account's rows */
    expected: model.bigNumber(),
    /** what it is: in the shop's order, in the shop's receipts, of the payout; null: it is not there */
    found: model.bigNumber().nullable(),
    /** how many purchases the service has and the shop has receipts; null where nothing is counted */
    expected_count: model.number().nullable(),
    found_count: model.number().nullable(),
    currency_code: model.text(),
    /** of the sale, the day, the payout */
    occurred_at: model.dateTime(),
    receipt_id: model.text().nullable(),
    order_id: model.text().nullable(),
    state: model.enum([...MONEY_DIFFERENCE_STATES]).default("open"),
    /** why it could not be repaired, or what a repaired order could not keep; for a person to read */
    failure: model.text().nullable(),
    found_at: model.dateTime(),
    /** a comparison has found it last then */
    seen_at: model.dateTime(),
    resolved_at: model.dateTime().nullable(),
  })
  .indexes([
    {
      name: "IDX_pos_money_difference_open",
      on: ["connection_id", "kind", "subject"],
      unique: true,
      where: "state = 'open'",
    },
    {
      name: "IDX_pos_money_difference_ignored",
      on: ["connection_id", "kind", "subject"],
      where: "state = 'ignored'",
    },
    { on: ["connection_id", "state", "found_at"] },
  ])
