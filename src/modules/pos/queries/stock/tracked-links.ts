import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../database/sql"

const linkSchema = z.object({
  id: z.string(),
  variant_id: z.string(),
  variant_uuid: z.string(),
  product_uuid: z.string(),
  pos_balance: z.string(),
  /** a movement of the shop is still on its way */
  unsent: z.boolean(),
})

export type TrackedLink = z.infer<typeof linkSchema>

/** Links whose ledger has begun, a page at a time in the order of their ids. */
export async function listTrackedLinks(
  sql: Sql,
  input: { connectionId: string; after: string; limit: number }
): Promise<TrackedLink[]> {
  return sql(
    linkSchema,
    `SELECT link.id, link.variant_id, link.variant_uuid, link.product_uuid, coalesce(link.pos_balance, '0') AS pos_balance,
       (link.stock_revision > link.stock_pushed_revision OR EXISTS (
         SELECT 1 FROM pos_stock_movement AS movement
         WHERE movement.variant_link_id = link.id AND movement.state IN ('sending', 'unknown')
           AND movement.deleted_at IS NULL)) AS unsent
     FROM pos_variant_link AS link
     WHERE link.connection_id = ? AND link.tracked AND link.deleted_at IS NULL AND link.id > ?
     ORDER BY link.id LIMIT ?`,
    [input.connectionId, input.after, input.limit]
  )
}
