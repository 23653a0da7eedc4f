import { model } from "@medusajs/framework/utils"

/** What one process must own for a while, such as a run; short, and renewed while it works. Nobody's once it has ended. */
export const PosLease = model.define("pos_lease", {
  name: model.text().primaryKey(),
  token: model.text(),
  ends_at: model.dateTime(),
})
