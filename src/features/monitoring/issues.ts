import { z } from "zod"
import { ISSUE_KINDS } from "../../contract/monitoring"
import { fragment, type Fragment } from "../../modules/pos/database/page"
import type { Sql } from "../../modules/pos/database/sql"
import { PENDING_MINUTES } from "../../runtime/due-queues"
import { ACCEPTED_CUSTOMER } from "../../pos-api/contract"
import { OLDEST_OF_LANES } from "../../runtime/inbox-claims"
import { SWEEP_JOB } from "../../runtime/scheduler"

/** An issue that waits for a person. `count` is the number of affected rows; 1 for the connection itself. */
const issueSchema = z.object({
  connection_id: z.string(),
  organization_name: z.string().nullable(),
  kind: z.enum(ISSUE_KINDS),
  count: z.coerce.number(),
  /** text of the POS or of the failed part; null where the kind says all */
  reason: z.string().nullable(),
  /** since when it exists, or is known; null before the first check */
  since: z.date().nullable(),
})

export type Issue = z.infer<typeof issueSchema>

/** SQL condition on `link`: its product is rejected, is not due, and nobody has dismissed that. */
export const IS_REJECTED = `link.state = 'rejected' AND link.revision = link.pushed_revision
         AND link.rejection IS DISTINCT FROM link.dismissed_rejection AND link.deleted_at IS NULL`

/**
 * Lists the issues of all connections that our own tables show, in one statement. An issue without its own beginning
 * exists since its alert was raised.
 */
export async function listIssues(sql: Sql, now: Date): Promise<Issue[]> {
  const sources = [...findConnectionIssues(now), ...findQueueIssues(now)]
  return sql(
    issueSchema,
    `SELECT connection.id AS connection_id, connection.organization_name, found.kind, found.count, found.reason,
            coalesce(found.since, alert.since) AS since
     FROM pos_connection AS connection
     CROSS JOIN LATERAL (${sources.map(({ text }) => text).join(" UNION ALL ")}) AS found
     LEFT JOIN pos_alert AS alert ON alert.connection_id = connection.id AND alert.kind = found.kind
       AND alert.ended_at IS NULL AND alert.deleted_at IS NULL
     WHERE connection.deleted_at IS NULL
     ORDER BY connection.id`,
    sources.flatMap(({ bindings }) => bindings)
  )
}

/** SQL of issues of whole connections: SELECTs of (kind, count, reason, since) with `connection`. */
function findConnectionIssues(now: Date): Fragment[] {
  return [
    fragment(
      `SELECT 'disconnected' AS kind, 1 AS count, connection.state_reason AS reason, NULL::timestamptz AS since
       WHERE connection.state = 'disconnected'
         AND coalesce(connection.api_key_sealed, connection.authorization_id) IS NOT NULL`
    ),
    fragment(
      `SELECT 'pos_unreachable', 1, string_agg(outage.address || ': ' || outage.reason, ', ' ORDER BY outage.address),
              min(outage.since)
       FROM pos_outage AS outage WHERE outage.deleted_at IS NULL AND connection.state <> 'disconnected' HAVING count(*) > 0`
    ),
    fragment(
      `SELECT CASE WHEN subscription.status <> 'refused' AND subscription.signing_key_sealed IS NULL
                      THEN 'subscription_keyless' ELSE 'subscription_failing' END, 1,
              coalesce(subscription.status_reason, subscription.destination), NULL
       FROM pos_subscription AS subscription
       WHERE subscription.connection_id = connection.id AND subscription.deleted_at IS NULL
         AND connection.state <> 'disconnected' AND subscription.status <> 'creating'
         AND (subscription.status <> 'ACTIVE' OR subscription.signing_key_sealed IS NULL)`
    ),
    fragment(
      `SELECT 'customer_status', 1, connection.customer_status, NULL
       WHERE connection.customer_status <> ? AND connection.state <> 'disconnected'`,
      ACCEPTED_CUSTOMER
    ),
    fragment(
      `SELECT 'credentials_end', 1, to_char(connection.credentials_expire_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'),
              connection.credentials_expire_at - interval '${KEY_ENDS_DAYS} days'
       WHERE connection.credentials_expire_at < ?::timestamptz + interval '${KEY_ENDS_DAYS} days'
         AND connection.state <> 'disconnected'`,
      now
    ),
    fragment(
      `SELECT 'misunderstood', 1, connection.misunderstood, NULL
       WHERE connection.misunderstood_at > ?::timestamptz - interval '${MISUNDERSTOOD_MINUTES} minutes'`,
      now
    ),
    fragment(
      `SELECT CASE WHEN job.begun_at < silent.before THEN 'workers_silent' ELSE 'scheduler_silent' END, 1,
              to_char(silence.since AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'), silence.since
       FROM pos_recurring_job AS job
       CROSS JOIN (SELECT ?::timestamptz - interval '${SILENT_AFTER.sweep} minutes' AS before) AS silent
       CROSS JOIN LATERAL (
         SELECT CASE WHEN job.begun_at < silent.before THEN job.begun_at ELSE job.alone_since END AS since) AS silence
       WHERE job.name = ? AND connection.state = 'active'
         AND (job.begun_at < silent.before OR job.alone_since < silent.before)`,
      now,
      SWEEP_JOB
    ),
    fragment(
      `SELECT 'polling_silent', 1, CASE WHEN connection.misunderstood_at > polled.at THEN connection.misunderstood END,
              polled.at
       FROM (SELECT coalesce(connection.purchases_polled_at, connection.created_at) AS at) AS polled
       WHERE connection.state = 'active'
         AND polled.at < ?::timestamptz - interval '${SILENT_AFTER.polling} minutes'`,
      now
    ),
    fragment(
      `SELECT 'cursor_stuck', 1, NULL, cursor.since
       FROM pos_progress_check AS cursor
       WHERE cursor.connection_id = connection.id AND cursor.subject = 'cursor' AND cursor.deleted_at IS NULL
         AND connection.state = 'active' AND connection.purchases_polled_at > cursor.since AND EXISTS (
           SELECT 1 FROM pos_receipt AS beside
           WHERE beside.connection_id = connection.id AND beside.deleted_at IS NULL
             AND beside.sold_at > cursor.since + interval '${CURSOR_MARGIN_MINUTES} minutes'
             AND beside.sold_at < ?::timestamptz - interval '${SILENT_AFTER.polling} minutes'
             AND beside.created_at > cursor.since + interval '${CURSOR_MARGIN_MINUTES} minutes')`,
      now
    ),
    fragment(
      `SELECT 'notifications_silent', connection.missed_webhook_count, NULL, connection.webhooks_missed_since
       WHERE connection.state = 'active' AND connection.missed_webhook_count >= ${MISSED_WEBHOOKS}
         AND connection.webhooks_missed_since < ?::timestamptz - interval '${SILENT_AFTER.notifications} minutes'
         AND coalesce(connection.last_notification_at < connection.webhooks_missed_since, true)`,
      now
    ),
    fragment(`SELECT 'plan_waiting', 1, NULL, NULL WHERE connection.push_held AND connection.state <> 'disconnected'`),
    fragment(`SELECT 'paused', 1, connection.state_reason, NULL WHERE connection.state = 'paused'`),
  ]
}

/** SQL of issues of a connection's queues: SELECTs of (kind, count, reason, since) with `connection`. */
function findQueueIssues(now: Date): Fragment[] {
  return [
    fragment(
      `SELECT 'inbox_waiting', 1, oldest.reason, oldest.created_at
       FROM (SELECT * FROM (${OLDEST_OF_LANES}) AS of_lane ORDER BY created_at LIMIT 1) AS oldest
       WHERE connection.state = 'active'
         AND oldest.created_at < ?::timestamptz - interval '${SILENT_AFTER.inbox} minutes'`,
      now
    ),
    fragment(
      `SELECT 'store_writes_waiting', count(*), max(write.reason), min(write.created_at)
       FROM pos_store_write AS write
       WHERE write.connection_id = connection.id AND write.deleted_at IS NULL
         AND (write.reason IS NOT NULL
           OR write.created_at < ?::timestamptz - interval '${SILENT_AFTER.inbox} minutes')
       HAVING count(*) > 0`,
      now
    ),
    fragment(
      `SELECT 'changes_held', count(*), NULL, min(hold.opened_at)
       FROM pos_hold AS hold
       JOIN pos_held_change AS change ON change.hold_id = hold.id AND change.state IN ('held', 'restoring')
         AND change.deleted_at IS NULL
       WHERE hold.connection_id = connection.id AND hold.state = 'open' AND hold.deleted_at IS NULL
       HAVING count(*) > 0`
    ),
    fragment(
      `SELECT 'dead_entries', count(*), max(entry.reason), min(coalesce(entry.handled_at, entry.created_at))
       FROM pos_inbox_entry AS entry
       WHERE entry.connection_id = connection.id AND entry.state = 'dead' AND entry.deleted_at IS NULL
       HAVING count(*) > 0`
    ),
    fragment(
      `SELECT 'pending_refunds', count(*), max(refund.state_reason), min(refund.created_at)
       FROM pos_receipt AS refund
       WHERE refund.connection_id = connection.id AND refund.state = 'pending' AND refund.deleted_at IS NULL
         AND refund.created_at < ?::timestamptz - interval '${PENDING_MINUTES} minutes'
       HAVING count(*) > 0`,
      now
    ),
    fragment(
      `SELECT CASE head.subject WHEN 'catalog' THEN 'products_waiting' ELSE 'stock_waiting' END, 1, NULL, head.since
       FROM pos_progress_check AS head
       WHERE head.connection_id = connection.id AND head.subject IN ('catalog', 'stock') AND head.deleted_at IS NULL
         AND connection.state = 'active'
         AND head.since < ?::timestamptz - interval '${SILENT_AFTER.outbox} minutes'`,
      now
    ),
    fragment(
      `SELECT 'runs_standing', count(*), max(run.reason), min(standing.since)
       FROM pos_run AS run
       JOIN pos_progress_check AS standing ON standing.connection_id = run.connection_id
         AND standing.subject = 'run:' || run.id AND standing.deleted_at IS NULL
       WHERE run.connection_id = connection.id AND run.state = 'running' AND run.deleted_at IS NULL
         AND connection.state = 'active'
         AND standing.since < ?::timestamptz - interval '${SILENT_AFTER.run} minutes'
       HAVING count(*) > 0`,
      now
    ),
    fragment(
      `SELECT 'rejected_products', count(*), NULL, NULL
       FROM pos_product_link AS link
       WHERE link.connection_id = connection.id AND ${IS_REJECTED} AND connection.state <> 'disconnected'
       HAVING count(*) > 0`
    ),
    fragment(
      `SELECT 'stock_errors', count(*), max(variant.stock_error), NULL
       FROM pos_variant_link AS variant
       WHERE variant.connection_id = connection.id AND variant.stock_error IS NOT NULL AND variant.deleted_at IS NULL
         AND connection.state <> 'disconnected'
       HAVING count(*) > 0`
    ),
    fragment(
      `SELECT 'stock_differs', count(*), NULL, min(difference.found_at)
       FROM pos_stock_difference AS difference
       WHERE difference.connection_id = connection.id AND difference.state = 'open' AND difference.deleted_at IS NULL
         AND connection.state <> 'disconnected'
       HAVING count(*) > 0`
    ),
    fragment(
      `SELECT 'money_differs', count(*), NULL, min(difference.found_at)
       FROM pos_discrepancy AS difference
       WHERE difference.connection_id = connection.id AND difference.state = 'open' AND difference.deleted_at IS NULL
       HAVING count(*) > 0`
    ),
    fragment(
      `SELECT 'gift_cards_missing', count(*), NULL, min(card.missing_since) + interval '${CARD_MISSING_DAYS} days'
       FROM pos_gift_card AS card
       WHERE card.connection_id = connection.id AND connection.state <> 'disconnected' AND card.deleted_at IS NULL
         AND card.missing_since < ?::timestamptz - interval '${CARD_MISSING_DAYS} days'
         AND NOT card.refunded AND coalesce(card.remaining_amount, 1) > 0
         AND coalesce(card.valid_to >= to_char(?::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD'), true)
       HAVING count(*) > 0`,
      now,
      now
    ),
  ]
}

/** Minutes after which inactivity is no longer explained by a restart, a retry or high load. */
export const SILENT_AFTER = {
  /** the sweep and its scheduler are called every minute */
  sweep: 10,
  /** purchases are polled every five minutes */
  polling: 30,
  /** polls that find purchases without a notification */
  notifications: 15,
  /** the oldest waiting entry; the longest retry delay is a quarter of an hour */
  inbox: 20,
  /** the head of the outbox, likewise */
  outbox: 20,
  /** a run without progress */
  run: 20,
} as const

/** Minutes that a receipt must be newer than the cursor's last change before the cursor counts as stuck. */
const CURSOR_MARGIN_MINUTES = 10

/** Minutes: an answer that still cannot be parsed recurs within the longest retry delay, a quarter of an hour. */
const MISUNDERSTOOD_MINUTES = 60

/** Days before a key expires at which it becomes an issue. */
const KEY_ENDS_DAYS = 30

/**
 * Days for which the POS must not know a gift card before it counts as missing; shorter absences are temporary faults.
 */
const CARD_MISSING_DAYS = 3

/** Number of consecutive purchases without a notification that is no longer a coincidence. */
const MISSED_WEBHOOKS = 2
