import { model } from "@medusajs/framework/utils"

/** Something wrong with a connection, from when it was first seen until its end was told; see ALARM_KINDS. */
export const PosAlarm = model
  .define("pos_alarm", {
    id: model.id({ prefix: "posalarm" }).primaryKey(),
    connection_id: model.text(),
    /** as text, so that a new kind needs no migration */
    kind: model.text(),
    count: model.number(),
    reason: model.text().nullable(),
    /** since when it is so, as far as that can be known */
    since: model.dateTime(),
    /** when it was first seen */
    raised_at: model.dateTime(),
    /** when it was seen to be over; null: it goes on */
    ended_at: model.dateTime().nullable(),
    /** when its beginning was told; null: nobody has been told */
    told_at: model.dateTime().nullable(),
    attempts: model.number().default(0),
    next_attempt_at: model.dateTime().nullable(),
    /** a process tells of it until then */
    claimed_until: model.dateTime().nullable(),
    /** why it could not be told */
    failure: model.text().nullable(),
  })
  .indexes([
    { name: "IDX_pos_alarm_open", on: ["connection_id", "kind"], unique: true, where: "ended_at IS NULL" },
    { name: "IDX_pos_alarm_ended", on: ["ended_at"], where: "ended_at IS NOT NULL" },
  ])
