import { z } from "@medusajs/framework/zod"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { sqlOn } from "../../modules/pos/queries/sql"

/** What waits for a person. `count` is how many rows it is about; 1 for the connection itself. */
const attentionSchema = z.object({
  connection_id: z.string(),
  organization_name: z.string().nullable(),
  kind: z.enum([
    "disconnected",
    "plan_waiting",
    "paused",
    "subscription_failing",
    "dead_entries",
    "rejected_products",
    "stock_errors",
  ]),
  count: z.coerce.number(),
  /** in the words of the service or of what failed; null where the kind says it all */
  reason: z.string().nullable(),
})

export type Attention = z.infer<typeof attentionSchema>

/** Everything that needs a person's attention, over all connections, the most pressing first. One statement. */
export async function readAttention(knex: Knex): Promise<Attention[]> {
  return sqlOn(knex)(
    attentionSchema,
    `SELECT connection.id AS connection_id, connection.organization_name, found.kind, found.count, found.reason
     FROM pos_connection AS connection
     CROSS JOIN LATERAL (
       SELECT 1 AS place, 'disconnected' AS kind, 1 AS count, connection.state_reason AS reason
       WHERE connection.state = 'disconnected'
         AND coalesce(connection.api_key_sealed, connection.authorization_id) IS NOT NULL
       UNION ALL
       SELECT 2, 'subscription_failing', 1, subscription.destination
       FROM pos_subscription AS subscription
       WHERE subscription.connection_id = connection.id AND subscription.deleted_at IS NULL
         AND subscription.status NOT IN ('ACTIVE', 'creating')
       UNION ALL
       SELECT 3, 'dead_entries', count(*), max(entry.reason)
       FROM pos_inbox_entry AS entry
       WHERE entry.connection_id = connection.id AND entry.state = 'dead' AND entry.deleted_at IS NULL
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
     ORDER BY found.place, connection.id`
  )
}
