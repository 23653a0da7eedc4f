import { z } from "zod"
import type { Sql } from "../../modules/pos/database/sql"
import { countStockDue } from "../../modules/pos/queue-lanes"
import { NO_CONNECTION } from "../../runtime/webhook-rejections"

const dateSchema = z.date().nullable()

const healthSchema = z.object({
  subscription_status: z.string().nullable(),
  subscription_destination: z.string().nullable(),
  inbox_pending: z.coerce.number(),
  inbox_dead: z.coerce.number(),
  inbox_received_today: z.coerce.number(),
  inbox_oldest_pending_at: dateSchema,
  last_notification_at: dateSchema,
  last_polled_at: dateSchema,
  products_due: z.coerce.number(),
  stock_due: z.coerce.number(),
  stock_errors: z.coerce.number(),
  last_receipt_at: dateSchema,
  refused_notifications: z.coerce.number(),
  refused_since: dateSchema,
  last_refused_at: dateSchema,
  unaddressed_notifications: z.coerce.number(),
  unaddressed_since: dateSchema,
})

/** Health of a connection's queues and subscription, read in one statement. */
export type ConnectionHealth = z.infer<typeof healthSchema>

/** SQL condition: the variant's product is still linked. Further conditions can be added with `AND`. */
const IS_LINKED =
  "EXISTS (SELECT 1 FROM pos_product_link AS product WHERE product.id = variant.product_link_id AND product.deleted_at IS NULL OFFSET 0)"

/**
 * Reads a connection's backlog and last events, by indexes instead of full scans.
 * @param since from when an entry counts as received today
 */
export async function readHealth(sql: Sql, connectionId: string, since: Date): Promise<ConnectionHealth | null> {
  const [health] = await sql(
    healthSchema,
    `SELECT subscription.status AS subscription_status, subscription.destination AS subscription_destination,
            waiting.*, dead.*, today.*, polled.*, products.*, stock.*, refused.*, receipts.*,
            coalesce(refusal.notifications, 0) AS refused_notifications,
            refusal.since AS refused_since, refusal.last_at AS last_refused_at,
            coalesce(unaddressed.notifications, 0) AS unaddressed_notifications, unaddressed.since AS unaddressed_since
     FROM pos_connection AS connection
     LEFT JOIN pos_subscription AS subscription
       ON subscription.connection_id = connection.id AND subscription.deleted_at IS NULL
     LEFT JOIN pos_webhook_rejection AS refusal ON refusal.id = connection.id
     LEFT JOIN pos_webhook_rejection AS unaddressed ON unaddressed.id = ?
     CROSS JOIN LATERAL (
       SELECT count(*) AS inbox_pending, min(created_at) AS inbox_oldest_pending_at,
              greatest(max(created_at) FILTER (WHERE source = 'webhook'), connection.last_notification_at)
                AS last_notification_at
       FROM pos_inbox_entry WHERE connection_id = connection.id AND state = 'pending' AND deleted_at IS NULL
     ) AS waiting
     CROSS JOIN LATERAL (
       SELECT count(*) AS inbox_dead FROM pos_inbox_entry
       WHERE connection_id = connection.id AND state = 'dead' AND deleted_at IS NULL
     ) AS dead
     CROSS JOIN LATERAL (
       SELECT count(*) AS inbox_received_today FROM pos_inbox_entry
       WHERE connection_id = connection.id AND deleted_at IS NULL AND created_at >= ? AND sequence > coalesce((
         SELECT before.sequence FROM pos_inbox_entry AS before
         WHERE before.connection_id = connection.id AND before.created_at < ? AND before.deleted_at IS NULL
         ORDER BY before.sequence DESC LIMIT 1), 0)
     ) AS today
     LEFT JOIN LATERAL (
       SELECT created_at AS last_polled_at FROM pos_inbox_entry
       WHERE connection_id = connection.id AND source = 'poll' AND deleted_at IS NULL ORDER BY sequence DESC LIMIT 1
     ) AS polled ON true
     CROSS JOIN LATERAL (
       SELECT count(*) AS products_due FROM pos_product_link
       WHERE connection_id = connection.id AND revision > pushed_revision AND deleted_at IS NULL
     ) AS products
     CROSS JOIN LATERAL (SELECT ${countStockDue("variant.connection_id = connection.id")} AS stock_due) AS stock
     CROSS JOIN LATERAL (
       SELECT count(*) AS stock_errors FROM pos_variant_link AS variant
       WHERE variant.connection_id = connection.id AND variant.stock_error IS NOT NULL AND variant.deleted_at IS NULL
         AND ${IS_LINKED}
     ) AS refused
     CROSS JOIN LATERAL (
       SELECT max(sold_at) AS last_receipt_at FROM pos_receipt
       WHERE connection_id = connection.id AND deleted_at IS NULL
     ) AS receipts
     WHERE connection.id = ? AND connection.deleted_at IS NULL`,
    [NO_CONNECTION, since, since, connectionId]
  )
  return health ?? null
}
