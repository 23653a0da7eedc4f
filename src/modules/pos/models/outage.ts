import { model } from "@medusajs/framework/utils"

/** An address of the POS API that does not answer; the row is deleted when it answers again. */
export const PosOutage = model.define("pos_outage", {
  /** the origin of the interfaces that are there, `https://example.com` */
  address: model.text().primaryKey(),
  /** when it was first found not to answer */
  since: model.dateTime(),
  /** what the last attempt failed with, such as `ECONNREFUSED` */
  reason: model.text(),
})
