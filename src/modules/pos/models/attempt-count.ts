import { model } from "@medusajs/framework/utils"

/** How often somebody tried something in a window of time; shared by all processes of the shop. */
export const PosAttemptCount = model
  .define("pos_attempt_count", {
    /** a fingerprint of what is limited and of who tries: no address of a person is kept */
    id: model.text().primaryKey(),
    window_ends_at: model.dateTime(),
    attempts: model.number().default(0),
  })
  .indexes([{ on: ["window_ends_at"] }])
