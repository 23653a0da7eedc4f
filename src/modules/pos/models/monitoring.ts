import { model } from "@medusajs/framework/utils"

/** An alert of a connection, from its detection until its end was notified; see ALERT_KINDS. */
export const PosAlert = model
  .define("pos_alert", {
    id: model.id({ prefix: "posalarm" }).primaryKey(),
    connection_id: model.text(),
    /** as text, so that a new kind needs no migration */
    kind: model.text(),
    count: model.number(),
    reason: model.text().nullable(),
    /** since when the condition exists, as far as known */
    since: model.dateTime(),
    /** when it was first detected */
    raised_at: model.dateTime(),
    /** when it was detected as resolved; null: still active */
    ended_at: model.dateTime().nullable(),
    /** when its beginning was notified; null: not notified */
    notified_at: model.dateTime().nullable(),
    attempts: model.number().default(0),
    next_attempt_at: model.dateTime().nullable(),
    /** a process sends its notification until then */
    claimed_until: model.dateTime().nullable(),
    /** why the notification failed */
    failure: model.text().nullable(),
  })
  .indexes([
    { name: "IDX_pos_alert_open", on: ["connection_id", "kind"], unique: true, where: "ended_at IS NULL" },
    { name: "IDX_pos_alert_ended", on: ["ended_at"], where: "ended_at IS NOT NULL" },
  ])

/**
 * Progress check of something that should advance by itself: the head of a queue, a cursor, a run. It stores the last
 * observed state; `since` is the time since which it has not changed.
 */
export const PosProgressCheck = model
  .define("pos_progress_check", {
    id: model.id({ prefix: "posobs" }).primaryKey(),
    connection_id: model.text(),
    /** `cursor`, `catalog`, `stock`, `run:<id>` */
    subject: model.text(),
    /** a value that changes with every progress */
    mark: model.text(),
    since: model.dateTime(),
  })
  .indexes([{ on: ["connection_id", "subject"], unique: true, where: "deleted_at IS NULL" }])

/** The last attempt to sync a stream of a connection, and the last one that succeeded. */
export const PosSyncAttempt = model
  .define("pos_sync_attempt", {
    id: model.id({ prefix: "postry" }).primaryKey(),
    connection_id: model.text(),
    /** one of ATTEMPT_KINDS, as text, so that a new kind needs no migration */
    kind: model.text(),
    tried_at: model.dateTime(),
    /** null: never */
    succeeded_at: model.dateTime().nullable(),
    /** when the first attempt since the last success failed; null: the last attempt succeeded */
    failing_since: model.dateTime().nullable(),
    /** why the last attempt failed; null: it succeeded */
    failure: model.text().nullable(),
  })
  .indexes([{ on: ["connection_id", "kind"], unique: true, where: "deleted_at IS NULL" }])

/** The daily digest of a day for one recipient. */
export const PosDigest = model
  .define("pos_digest", {
    id: model.id({ prefix: "posdig" }).primaryKey(),
    /** a digest of channel and address, so that no address is stored */
    recipient: model.text(),
    /** ISO date in the recipient's time zone */
    day: model.text(),
    /** a process sends it until then */
    claimed_until: model.dateTime().nullable(),
    sent_at: model.dateTime().nullable(),
    /** how often a provider reported that it was not sent */
    failures: model.number().default(0),
    next_attempt_at: model.dateTime().nullable(),
    /** why the last attempt failed; null: it did not */
    failure: model.text().nullable(),
  })
  .indexes([{ on: ["recipient", "day"], unique: true, where: "deleted_at IS NULL" }])

/** An event count since the plugin was installed, of all processes of the store. */
export const PosMetricCounter = model.define("pos_metric_counter", {
  /** the metric with its labels in Prometheus notation */
  id: model.text().primaryKey(),
  amount: model.bigNumber(),
})

/**
 * Number of notifications that the webhook endpoint rejected because their signature was not valid, of all processes.
 */
export const PosWebhookRejection = model.define("pos_webhook_rejection", {
  /** the addressed connection, or "unknown" for addresses without a connection */
  id: model.text().primaryKey(),
  notifications: model.number(),
  /** when the first of them arrived; after a day without any, the count restarts */
  since: model.dateTime(),
  last_at: model.dateTime(),
})
