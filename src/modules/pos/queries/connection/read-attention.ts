import { z } from "@medusajs/framework/zod"
import { PENDING_MINUTES } from "../receipts/pending-refunds"
import type { Sql } from "../../database/sql"
import { ACCEPTED_CUSTOMER } from "../../../../pos-api/contract"
import { SWEEP_DUTY } from "../queue/duties"

/** What waits for a person. `count` is how many rows it is about; 1 for the connection itself. */
const attentionSchema = z.object({
  connection_id: z.string(),
  organization_name: z.string().nullable(),
  kind: z.enum([
    "disconnected",
    "tables_unknown",
    "plan_waiting",
    "paused",
    "subscription_failing",
    "misunderstood",
    "subscription_keyless",
    "customer_status",
    "credentials_end",
    "workers_silent",
    "scheduler_silent",
    "dead_entries",
    "pending_refunds",
    "rejected_products",
    "stock_errors",
  ]),
  count: z.coerce.number(),
  /** in the words of the service or of what failed; null where the kind says it all */
  reason: z.string().nullable(),
})

export type Attention = z.infer<typeof attentionSchema>

/** What is still not understood is met again within the longest wait between two tries, a quarter of an hour. */
const MISUNDERSTOOD_FOR_MS = 60 * 60_000

/** The sweep is called every minute. Longer ago is longer than a restart or a long pause of a process. */
const SILENT_MINUTES = 10

/** Everything that needs a person's attention, over all connections, the most pressing first. One statement. */
export async function readAttention(sql: Sql, now: Date): Promise<Attention[]> {
  return sql(
    attentionSchema,
    `SELECT connection.id AS connection_id, connection.organization_name, found.kind, found.count, found.reason
     FROM pos_connection AS connection
     CROSS JOIN LATERAL (
       SELECT 1 AS place, 'disconnected' AS kind, 1 AS count, connection.state_reason AS reason
       WHERE connection.state = 'disconnected'
         AND coalesce(connection.api_key_sealed, connection.authorization_id) IS NOT NULL
       UNION ALL
       SELECT 2, CASE WHEN subscription.status <> 'refused' AND subscription.signing_key_sealed IS NULL
                      THEN 'subscription_keyless' ELSE 'subscription_failing' END, 1,
              coalesce(subscription.status_reason, subscription.destination)
       FROM pos_subscription AS subscription
       WHERE subscription.connection_id = connection.id AND subscription.deleted_at IS NULL
         AND connection.state <> 'disconnected' AND subscription.status <> 'creating'
         AND (subscription.status <> 'ACTIVE' OR subscription.signing_key_sealed IS NULL)
       UNION ALL
       SELECT 2, 'customer_status', 1, connection.customer_status
       WHERE connection.customer_status <> ? AND connection.state <> 'disconnected'
       UNION ALL
       SELECT 2, 'credentials_end', 1, to_char(connection.credentials_expire_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')
       WHERE connection.credentials_expire_at < ?::timestamptz + interval '30 days' AND connection.state <> 'disconnected'
       UNION ALL
       SELECT 2, 'misunderstood', 1, connection.misunderstood WHERE connection.misunderstood_at > ?
       UNION ALL
       SELECT 2, CASE WHEN duty.begun_at < silent.before THEN 'workers_silent' ELSE 'scheduler_silent' END, 1,
              to_char(CASE WHEN duty.begun_at < silent.before THEN duty.begun_at ELSE duty.alone_since END
                      AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')
       FROM pos_duty AS duty
       CROSS JOIN (SELECT ?::timestamptz - interval '${SILENT_MINUTES} minutes' AS before) AS silent
       WHERE duty.name = ? AND connection.state = 'active'
         AND (duty.begun_at < silent.before OR duty.alone_since < silent.before)
       UNION ALL
       SELECT 3, 'dead_entries', count(*), max(entry.reason)
       FROM pos_inbox_entry AS entry
       WHERE entry.connection_id = connection.id AND entry.state = 'dead' AND entry.deleted_at IS NULL
       HAVING count(*) > 0
       UNION ALL
       SELECT 3, 'pending_refunds', count(*), max(refund.state_reason)
       FROM pos_receipt AS refund
       WHERE refund.connection_id = connection.id AND refund.state = 'pending' AND refund.deleted_at IS NULL
         AND refund.created_at < ?::timestamptz - interval '${PENDING_MINUTES} minutes'
       HAVING count(*) > 0
       UNION ALL
       SELECT 4, 'rejected_products', count(*), NULL
       FROM pos_product_link AS link
       WHERE link.connection_id = connection.id AND link.state = 'rejected' AND link.revision = link.pushed_revision
         AND link.deleted_at IS NULL
       HAVING count(*) > 0
       UNION ALL
       SELECT 5, 'stock_errors', count(*), max(variant.stock_error)
       FROM pos_variant_link AS variant
       WHERE variant.connection_id = connection.id AND variant.stock_error IS NOT NULL AND variant.deleted_at IS NULL
       HAVING count(*) > 0
       UNION ALL
       SELECT 2, 'plan_waiting', 1, NULL WHERE connection.push_held AND connection.state <> 'disconnected'
       UNION ALL
       SELECT 6, 'paused', 1, connection.state_reason WHERE connection.state = 'paused'
     ) AS found
     WHERE connection.deleted_at IS NULL
     ORDER BY found.place, connection.id`,
    [ACCEPTED_CUSTOMER, now, new Date(now.getTime() - MISUNDERSTOOD_FOR_MS), now, SWEEP_DUTY, now]
  )
}
