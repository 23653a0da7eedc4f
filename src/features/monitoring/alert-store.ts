import { z } from "zod"
import { ALERT_KINDS, type AlertKind } from "../../contract/monitoring"
import { nullableMomentColumn } from "../../modules/pos/database/big-number"
import { jsonText } from "../../modules/pos/database/json-text"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { entityId } from "../../modules/pos/entity-id"
import { isUnclaimed, stockLanes } from "../../modules/pos/queue-policies"

/** A problem found by the current check. */
export type RaisedAlert = {
  connection_id: string
  kind: AlertKind
  count: number
  reason: string | null
  since: Date | null
}

/**
 * Raises alerts for new problems, and ends those of resolved ones. An ended alert is deleted if its beginning was not
 * notified and no process is notifying it.
 */
export async function storeAlerts(sql: Sql, found: RaisedAlert[], now: Date): Promise<void> {
  await sql(
    z.unknown(),
    `WITH found AS MATERIALIZED (
       SELECT * FROM json_to_recordset(?::json)
         AS found(id text, connection_id text, kind text, count int, reason text, since timestamptz)
     ), ended AS (
       UPDATE pos_alert AS alert SET ended_at = ?, next_attempt_at = NULL, attempts = 0, updated_at = now()
       WHERE alert.ended_at IS NULL AND NOT EXISTS (
         SELECT 1 FROM found WHERE found.connection_id = alert.connection_id AND found.kind = alert.kind)
     )
     INSERT INTO pos_alert AS known (id, connection_id, kind, count, reason, since, raised_at)
     SELECT id, connection_id, kind, count, reason, coalesce(since, moment.at), moment.at
     FROM found CROSS JOIN (SELECT ?::timestamptz AS at) AS moment
     ON CONFLICT (connection_id, kind) WHERE ended_at IS NULL AND deleted_at IS NULL DO UPDATE
       SET count = excluded.count, reason = excluded.reason, since = least(known.since, excluded.since), updated_at = now()
       WHERE (known.count, known.reason) IS DISTINCT FROM (excluded.count, excluded.reason)`,
    [jsonText(found.map((alert) => ({ ...alert, id: entityId("posalarm") }))), now, now]
  )
  await sql(
    idRowSchema,
    `DELETE FROM pos_alert WHERE ended_at IS NOT NULL AND notified_at IS NULL
       AND ${isUnclaimed("claimed_until")} RETURNING id`,
    [now]
  )
}

const claimedSchema = z.object({
  id: z.string(),
  connection_id: z.string(),
  organization_name: z.string().nullable(),
  kind: z.enum(ALERT_KINDS),
  count: z.number(),
  reason: z.string().nullable(),
  since: z.date(),
  ended_at: nullableMomentColumn,
  attempts: z.number(),
})

/** An alert whose beginning or, with `ended_at`, whose end is to be sent. */
export type ClaimedAlert = z.infer<typeof claimedSchema>

const ALERTS_PER_BATCH = 20

/**
 * Claims alerts to be sent: beginnings of alerts raised before `raisedBefore`, and ends of alerts whose beginning was
 * sent.
 */
export async function claimAlerts(
  sql: Sql,
  { now, until, raisedBefore }: { now: Date; until: Date; raisedBefore: Date }
): Promise<ClaimedAlert[]> {
  return sql(
    claimedSchema,
    `UPDATE pos_alert AS alert SET claimed_until = ?, attempts = alert.attempts + 1, updated_at = now()
     FROM pos_connection AS connection
     WHERE connection.id = alert.connection_id AND alert.id = ANY(ARRAY(
       SELECT due.id FROM pos_alert AS due
       WHERE due.deleted_at IS NULL AND ${isUnclaimed("due.claimed_until")}
         AND (due.next_attempt_at IS NULL OR due.next_attempt_at <= ?)
         AND CASE WHEN due.ended_at IS NULL THEN due.notified_at IS NULL AND due.raised_at <= ?
                  ELSE due.notified_at IS NOT NULL END
       ORDER BY due.raised_at, due.id LIMIT ${ALERTS_PER_BATCH} FOR UPDATE SKIP LOCKED))
     RETURNING alert.id, alert.connection_id, connection.organization_name, alert.kind, alert.count, alert.reason,
       alert.since, alert.ended_at, alert.attempts`,
    [until, now, now, raisedBefore]
  )
}

/** Records that an alert was sent; a sent end deletes the row. */
export async function recordNotified(sql: Sql, alert: Pick<ClaimedAlert, "id" | "ended_at">, now: Date): Promise<void> {
  if (alert.ended_at !== null) {
    await sql(idRowSchema, "DELETE FROM pos_alert WHERE id = ? RETURNING id", [alert.id])
    return
  }
  await sql(
    idRowSchema,
    `UPDATE pos_alert SET notified_at = ?, attempts = 0, next_attempt_at = NULL, claimed_until = NULL, failure = NULL,
       updated_at = now() WHERE id = ? RETURNING id`,
    [now, alert.id]
  )
}

/** Records that an alert could not be sent, with the time of the next attempt. */
export async function recordNotNotified(sql: Sql, id: string, failure: string, nextAttemptAt: string): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_alert SET failure = ?, next_attempt_at = ?, claimed_until = NULL, updated_at = now()
     WHERE id = ? RETURNING id`,
    [failure, nextAttemptAt, id]
  )
}

/**
 * The most due variants that are searched for the head of the queue. Those that wait for their product come with its
 * push.
 */
const LOOKED_THROUGH = 500

/** SQL of a connection's due stock, in the order of its lane's index. */
const dueOfLane = (lane: string) => `
  (SELECT link.id, link.product_link_id, link.stock_pushed_revision, link.stock_off FROM pos_variant_link AS link
   WHERE link.connection_id = connection.id AND ${lane} AND link.deleted_at IS NULL
   ORDER BY link.tracked, link.id LIMIT ${LOOKED_THROUGH})`

/** SQL of a queue's last observed head: its id and revision, from which the mark is composed. */
const formerHead = (subject: string) => `
  SELECT former.mark, split_part(former.mark, ' ', 1) AS id, split_part(former.mark, ' ', 2) AS pushed
  FROM pos_progress_check AS former
  WHERE former.connection_id = connection.id AND former.subject = '${subject}' AND former.deleted_at IS NULL`

/**
 * Records the progress of all queues, cursors and runs of active connections (stall detection). What has the same mark
 * as in the previous check keeps its `since`; what no longer exists is deleted. It is one statement with index scans
 * only. Code that writes queues, cursors or runs need not know of it.
 */
export async function observe(sql: Sql, now: Date): Promise<void> {
  await sql(
    z.unknown(),
    `WITH seen AS MATERIALIZED (
       SELECT connection.id AS connection_id, found.subject, found.mark
       FROM pos_connection AS connection CROSS JOIN LATERAL (
         SELECT 'cursor' AS subject, connection.purchase_cursor AS mark
         UNION ALL
         SELECT 'catalog', coalesce((
           SELECT former.mark FROM (${formerHead("catalog")}) AS former JOIN pos_product_link AS link ON link.id = former.id
           WHERE link.pushed_revision::text = former.pushed AND link.revision > link.pushed_revision
             AND link.deleted_at IS NULL), (
           SELECT link.id || ' ' || link.pushed_revision FROM pos_product_link AS link
           WHERE link.connection_id = connection.id AND link.revision > link.pushed_revision AND NOT link.run_only
             AND link.deleted_at IS NULL
           ORDER BY link.id LIMIT 1))
         WHERE NOT connection.push_held
         UNION ALL
         SELECT 'stock', coalesce((
           SELECT former.mark FROM (${formerHead("stock")}) AS former JOIN pos_variant_link AS link ON link.id = former.id
           WHERE link.stock_pushed_revision::text = former.pushed AND link.stock_revision > link.stock_pushed_revision
             AND NOT link.stock_off AND link.deleted_at IS NULL), (
           SELECT due.id || ' ' || due.stock_pushed_revision
           FROM (${stockLanes.map(dueOfLane).join(" UNION ALL ")}) AS due
           CROSS JOIN LATERAL (
             SELECT 1 FROM pos_product_link AS product
             WHERE product.id = due.product_link_id AND product.deleted_at IS NULL AND product.pushed_at IS NOT NULL
             OFFSET 0) AS sent
           WHERE NOT due.stock_off LIMIT 1))
         WHERE connection.stock_sync = 'two_way' AND connection.inventories IS NOT NULL AND NOT connection.push_held
         UNION ALL
         SELECT 'run:' || run.id, md5(concat_ws('|', run.done, run.total, run.rejected, run.cursor, run.details::text))
         FROM pos_run AS run
         WHERE run.connection_id = connection.id AND run.state = 'running' AND run.deleted_at IS NULL
       ) AS found
       WHERE connection.state = 'active' AND connection.deleted_at IS NULL AND found.mark IS NOT NULL
     ), gone AS (
       DELETE FROM pos_progress_check AS known WHERE NOT EXISTS (
         SELECT 1 FROM seen WHERE seen.connection_id = known.connection_id AND seen.subject = known.subject)
     )
     INSERT INTO pos_progress_check AS known (id, connection_id, subject, mark, since)
     SELECT 'posobs_' || md5(connection_id || ' ' || subject), connection_id, subject, mark, ?::timestamptz FROM seen
     WHERE NOT EXISTS (
       SELECT 1 FROM pos_progress_check AS same
       WHERE same.connection_id = seen.connection_id AND same.subject = seen.subject AND same.mark = seen.mark
         AND same.deleted_at IS NULL OFFSET 0)
     ON CONFLICT (connection_id, subject) WHERE deleted_at IS NULL DO UPDATE
       SET mark = excluded.mark, since = excluded.since, updated_at = now() WHERE known.mark <> excluded.mark`,
    [now]
  )
}
