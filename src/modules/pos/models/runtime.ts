import { model } from "@medusajs/framework/utils"
import { INBOX_SOURCES, INBOX_STATES, RUN_STATES } from "../../../contract/processing"
import { INBOX_LANES, type InboxLaneName, OLDEST_FIRST } from "../queue-policies"

type LaneColumn = "connection_id" | (typeof OLDEST_FIRST)[number]

const inLane = (name: InboxLaneName): { name: string; on: LaneColumn[]; where: string } => ({
  name: `IDX_pos_inbox_entry_oldest_${name}`,
  on: ["connection_id", ...OLDEST_FIRST],
  where: `state = 'pending' AND ${INBOX_LANES[name].condition}`,
})

/** An inbox entry: a POS notification or polled record, stored before it is acknowledged. */
export const PosInboxEntry = model
  .define("pos_inbox_entry", {
    id: model.id({ prefix: "posin" }).primaryKey(),
    connection_id: model.text(),
    /**
     * unique natural key: the message id of a webhook, or the id of a polled record, so that duplicates are stored once
     */
    natural_key: model.text(),
    /**
     * digest of the signed text, which covers neither the id nor the event's name, so that it detects a replay under
     * new ones; null for a poll
     */
    signed_digest: model.text().nullable(),
    /** order of arrival */
    sequence: model.autoincrement(),
    event_name: model.text(),
    /** entries of one aggregate are processed in order: `purchase:<uuid>`, `product:<uuid>`, `stock:<variant>` … */
    aggregate: model.text(),
    source: model.enum([...INBOX_SOURCES]),
    payload: model.json(),
    /** the notification's own timestamp, as sent */
    message_timestamp: model.text().nullable(),
    state: model.enum([...INBOX_STATES]).default("pending"),
    /** why it was ignored, will be retried, or is dead */
    reason: model.text().nullable(),
    attempts: model.number().default(0),
    /** number of consecutive postponements for external causes, such as an outage; the delay doubles with each */
    postponements: model.number().default(0),
    next_attempt_at: model.dateTime().nullable(),
    claimed_until: model.dateTime().nullable(),
    /** token of the process that holds it */
    claim_token: model.text().nullable(),
    handled_at: model.dateTime().nullable(),
    /** why a person dismissed it, in their words; null: no reason, or not dismissed */
    dismissal_reason: model.text().nullable(),
  })
  .indexes([
    { on: ["connection_id", "natural_key"], unique: true },
    {
      name: "IDX_pos_inbox_entry_signed",
      on: ["connection_id", "signed_digest"],
      unique: true,
      where: "signed_digest IS NOT NULL",
    },
    { name: "IDX_pos_inbox_entry_pending", on: ["connection_id", "aggregate", "sequence"], where: "state = 'pending'" },
    { name: "IDX_pos_inbox_entry_dead", on: ["connection_id", "aggregate"], where: "state IN ('dead', 'dismissed')" },
    inLane("live"),
    inLane("catalog"),
    inLane("polled"),
    { on: ["connection_id", "sequence"] },
    {
      // Only entries that have ended, so that new entries need one index less.
      name: "IDX_pos_inbox_entry_ended",
      on: ["connection_id", "state", "sequence"],
      where: "state IN ('done', 'ignored', 'dismissed')",
    },
    { name: "IDX_pos_inbox_entry_polled", on: ["connection_id", "sequence"], where: "source = 'poll'" },
    {
      name: "IDX_pos_inbox_entry_retry",
      on: ["connection_id", "next_attempt_at"],
      where: "state = 'pending' AND next_attempt_at IS NOT NULL",
    },
  ])

/** A long operation with visible progress. */
export const PosRun = model
  .define("pos_run", {
    id: model.id({ prefix: "posrun" }).primaryKey(),
    connection_id: model.text(),
    /** one of RUN_KINDS, as text, so that a new kind of run needs no migration */
    kind: model.text(),
    state: model.enum([...RUN_STATES]).default("running"),
    total: model.number().default(0),
    done: model.number().default(0),
    rejected: model.number().default(0),
    reason: model.text().nullable(),
    /** position from which it resumes after a restart; null: from the beginning */
    cursor: model.text().nullable(),
    /** input and results, by its kind */
    details: model.json().nullable(),
    finished_at: model.dateTime().nullable(),
    /** when it last started or resumed, and how much was done by then; the rate is computed from there */
    resumed_at: model.dateTime().nullable(),
    resumed_done: model.number().default(0),
  })
  .indexes([
    { on: ["connection_id", "created_at"] },
    { name: "IDX_pos_run_running", on: ["connection_id", "id"], where: "state = 'running'" },
  ])

/**
 * When a recurring job last started and finished in any process of the store, and when Medusa's scheduler last called
 * it. A job that runs for each connection has one row per connection: `<job>:<connection>`.
 */
export const PosRecurringJob = model.define("pos_recurring_job", {
  name: model.text().primaryKey(),
  begun_at: model.dateTime(),
  /** null: the scheduler has never called it */
  scheduled_at: model.dateTime().nullable(),
  /** since when only the workers' fallback schedulers start it; null: Medusa's scheduler starts it, too */
  alone_since: model.dateTime().nullable(),
  /** when it last succeeded; null: never */
  succeeded_at: model.dateTime().nullable(),
  /** of a job with times of day: those up to this moment are done; null: it has none */
  done_until: model.dateTime().nullable(),
  /** number of failures since the last success, and when it is retried */
  failures: model.number().default(0),
  next_attempt_at: model.dateTime().nullable(),
  /** why it last failed */
  failure: model.text().nullable(),
  claimed_until: model.dateTime().nullable(),
  /** token of the process that runs it */
  claim_token: model.text().nullable(),
})

/**
 * A lease: exclusive ownership by one process, such as of a run. It is short and renewed by a heartbeat; it is free
 * once it has expired.
 */
export const PosLease = model.define("pos_lease", {
  name: model.text().primaryKey(),
  token: model.text(),
  ends_at: model.dateTime(),
})

/** The used rate limit of one interface and connection; shared by all processes of the store. */
export const PosRateBudget = model.define("pos_rate_budget", {
  /** the connection or sign-in, and the interface */
  id: model.text().primaryKey(),
  /** when the token bucket would be full again; each token taken moves it forward */
  full_at: model.dateTime(),
})

/** An address of the POS API that does not answer. The row is deleted when it answers again. */
export const PosOutage = model.define("pos_outage", {
  /** the address's origin, `https://example.com` */
  address: model.text().primaryKey(),
  /** when it was first found not to answer */
  since: model.dateTime(),
  /** what the last attempt failed with, such as `ECONNREFUSED` */
  reason: model.text(),
})
