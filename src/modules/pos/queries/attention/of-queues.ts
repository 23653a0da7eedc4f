import { fragment, type Fragment } from "../../database/page"
import { OLDEST_OF_LANES } from "../inbox/oldest-entries"
import { PENDING_MINUTES } from "../receipts/pending-refunds"
import { SILENT_AFTER } from "./terms"

/** What waits or gave up in a connection's queues: SELECTs of (place, kind, count, reason, since) beside `connection`. */
export function attentionOfQueues(now: Date): Fragment[] {
  return [
    fragment(
      `SELECT 3, 'inbox_waiting', 1, oldest.reason, oldest.created_at
       FROM (SELECT * FROM (${OLDEST_OF_LANES}) AS of_lane ORDER BY created_at LIMIT 1) AS oldest
       WHERE connection.state = 'active'
         AND oldest.created_at < ?::timestamptz - interval '${SILENT_AFTER.inbox} minutes'`,
      now
    ),
    fragment(
      `SELECT 3, 'dead_entries', count(*), max(entry.reason), min(coalesce(entry.handled_at, entry.created_at))
       FROM pos_inbox_entry AS entry
       WHERE entry.connection_id = connection.id AND entry.state = 'dead' AND entry.deleted_at IS NULL
       HAVING count(*) > 0`
    ),
    fragment(
      `SELECT 3, 'pending_refunds', count(*), max(refund.state_reason), min(refund.created_at)
       FROM pos_receipt AS refund
       WHERE refund.connection_id = connection.id AND refund.state = 'pending' AND refund.deleted_at IS NULL
         AND refund.created_at < ?::timestamptz - interval '${PENDING_MINUTES} minutes'
       HAVING count(*) > 0`,
      now
    ),
    fragment(
      `SELECT 3, CASE head.subject WHEN 'catalogue' THEN 'products_waiting' ELSE 'stock_waiting' END, 1, NULL, head.since
       FROM pos_observation AS head
       WHERE head.connection_id = connection.id AND head.subject IN ('catalogue', 'stock') AND head.deleted_at IS NULL
         AND connection.state = 'active'
         AND head.since < ?::timestamptz - interval '${SILENT_AFTER.outbox} minutes'`,
      now
    ),
    fragment(
      `SELECT 3, 'runs_standing', count(*), max(run.reason), min(standing.since)
       FROM pos_run AS run
       JOIN pos_observation AS standing ON standing.connection_id = run.connection_id
         AND standing.subject = 'run:' || run.id AND standing.deleted_at IS NULL
       WHERE run.connection_id = connection.id AND run.state = 'running' AND run.deleted_at IS NULL
         AND connection.state = 'active'
         AND standing.since < ?::timestamptz - interval '${SILENT_AFTER.run} minutes'
       HAVING count(*) > 0`,
      now
    ),
    fragment(
      `SELECT 4, 'rejected_products', count(*), NULL, NULL
       FROM pos_product_link AS link
       WHERE link.connection_id = connection.id AND link.state = 'rejected' AND link.revision = link.pushed_revision
         AND link.deleted_at IS NULL
       HAVING count(*) > 0`
    ),
    fragment(
      `SELECT 5, 'stock_errors', count(*), max(variant.stock_error), NULL
       FROM pos_variant_link AS variant
       WHERE variant.connection_id = connection.id AND variant.stock_error IS NOT NULL AND variant.deleted_at IS NULL
       HAVING count(*) > 0`
    ),
    fragment(
      `SELECT 5, 'stock_differs', count(*), NULL, min(difference.found_at)
       FROM pos_stock_difference AS difference
       WHERE difference.connection_id = connection.id AND difference.state = 'open' AND difference.deleted_at IS NULL
       HAVING count(*) > 0`
    ),
    fragment(
      `SELECT 5, 'money_differs', count(*), NULL, min(difference.found_at)
       FROM pos_money_difference AS difference
       WHERE difference.connection_id = connection.id AND difference.state = 'open' AND difference.deleted_at IS NULL
       HAVING count(*) > 0`
    ),
  ]
}
