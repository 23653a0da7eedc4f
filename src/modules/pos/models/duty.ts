import { model } from "@medusajs/framework/utils"

/** When something that recurs, such as a sweep, was begun last: by any process of the shop, and by Medusa's scheduler. */
export const PosDuty = model.define("pos_duty", {
  name: model.text().primaryKey(),
  begun_at: model.dateTime(),
  /** null: the scheduler has never called it */
  scheduled_at: model.dateTime().nullable(),
  /** since when the workers' own clocks alone have begun it; null: the scheduler begins it, too */
  alone_since: model.dateTime().nullable(),
})
