import { model } from "@medusajs/framework/utils"

/**
 * Events of orders that the mirror wrote, stored in the orders' own transaction; one row for a batch of receipts, gone
 * once Medusa's event bus has taken them.
 */
export const PosAnnouncement = model.define("pos_announcement", {
  id: model.id({ prefix: "posann" }).primaryKey(),
  /** `[{name, data, options?}]`, as the event bus takes them */
  events: model.json(),
  /** a process tells of them until then; null: none has begun */
  claimed_until: model.dateTime().nullable(),
  /** of the process that does */
  claim_token: model.text().nullable(),
})
