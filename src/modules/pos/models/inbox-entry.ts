import { model } from "@medusajs/framework/utils"
import { INBOX_LANES, type InboxLaneName, OLDEST_FIRST } from "../queries/inbox/lanes"
import { INBOX_SOURCES, INBOX_STATES } from "../../../vocabulary/inbox-entry"

type LaneColumn = "connection_id" | (typeof OLDEST_FIRST)[number]

const inLane = (name: InboxLaneName): { name: string; on: LaneColumn[]; where: string } => ({
  name: `IDX_pos_inbox_entry_oldest_${name}`,
  on: ["connection_id", ...OLDEST_FIRST],
  where: `state = 'pending' AND ${INBOX_LANES[name].condition}`,
})

/** Something that the service told, stored before anyone answered it. */
export const PosInboxEntry = model
  .define("pos_inbox_entry", {
    id: model.id({ prefix: "posin" }).primaryKey(),
    connection_id: model.text(),
    /** the message id of a webhook, or what a poll found: unique, so that telling twice is telling once */
    natural_key: model.text(),
    /** digest of what was signed: neither the id nor the event's name is, so that old news may come under new ones; null for a poll */
    signed_digest: model.text().nullable(),
    /** order of arrival */
    sequence: model.autoincrement(),
    event_name: model.text(),
    /** entries of one aggregate are handled in order: `purchase:<uuid>`, `product:<uuid>`, `stock:<variant>` … */
    aggregate: model.text(),
    source: model.enum([...INBOX_SOURCES]),
    payload: model.json(),
    /** the notification's own timestamp, as sent */
    message_timestamp: model.text().nullable(),
    state: model.enum([...INBOX_STATES]).default("pending"),
    /** why it was ignored, will be retried, or is dead */
    reason: model.text().nullable(),
    attempts: model.number().default(0),
    /** how often it was postponed in a row by what is no fault of its own, such as an outage; its wait doubles by it */
    postponements: model.number().default(0),
    next_attempt_at: model.dateTime().nullable(),
    claimed_until: model.dateTime().nullable(),
    /** of the process that holds it */
    claim_token: model.text().nullable(),
    handled_at: model.dateTime().nullable(),
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
    inLane("moved"),
    inLane("products"),
    inLane("found"),
    { on: ["connection_id", "sequence"] },
    {
      // Of those that have ended only: what arrives has an index less to stand in.
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
