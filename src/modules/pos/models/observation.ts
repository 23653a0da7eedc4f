import { model } from "@medusajs/framework/utils"

/**
 * Something of a connection that ought to come on by itself, as it was seen last: the head of a queue, a cursor, a run.
 * It has stood still since `since` at the latest.
 */
export const PosObservation = model
  .define("pos_observation", {
    id: model.id({ prefix: "posobs" }).primaryKey(),
    connection_id: model.text(),
    /** `cursor`, `catalogue`, `stock`, `run:<id>` */
    subject: model.text(),
    /** what changes when it comes on */
    mark: model.text(),
    since: model.dateTime(),
  })
  .indexes([{ on: ["connection_id", "subject"], unique: true, where: "deleted_at IS NULL" }])
