import { model } from "@medusajs/framework/utils"

/**
 * When a recurring job was begun and done last, by any process of the shop, and called by Medusa's scheduler. A job that is
 * done for each connection has a row for each: `<job>:<connection>`.
 */
export const PosDuty = model.define("pos_duty", {
  name: model.text().primaryKey(),
  begun_at: model.dateTime(),
  /** null: the scheduler has never called it */
  scheduled_at: model.dateTime().nullable(),
  /** since when the workers' own clocks alone have begun it; null: the scheduler begins it, too */
  alone_since: model.dateTime().nullable(),
  /** when it was done last without an error; null: never yet */
  succeeded_at: model.dateTime().nullable(),
  /** of a job with times of the day: those up to this moment are done; null: it has none */
  done_until: model.dateTime().nullable(),
  /** how often it has failed since it succeeded last, and when it is tried again */
  failures: model.number().default(0),
  next_attempt_at: model.dateTime().nullable(),
  /** why it failed last, for a person to read */
  failure: model.text().nullable(),
  claimed_until: model.dateTime().nullable(),
  /** of the process that does it */
  claim_token: model.text().nullable(),
})
