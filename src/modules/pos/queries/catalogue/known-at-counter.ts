import { z } from "@medusajs/framework/zod"
import { etagSchema } from "../../../../pos-api/contract"
import type { Sql } from "../../database/sql"

const knownProductSchema = z.object({ uuid: z.string(), etag: etagSchema.nullable(), version: z.string() })

export type KnownCounterProduct = z.infer<typeof knownProductSchema>

/** Products that the counter has of a connection as far as the shop knows, without those that are being pushed. */
export async function listKnownAtCounter(sql: Sql, connectionId: string, now: Date): Promise<KnownCounterProduct[]> {
  return sql(
    knownProductSchema,
    `SELECT product_uuid AS uuid, etag, coalesce(counter_seen_at, pushed_at, created_at)::text AS version
     FROM pos_product_link
     WHERE connection_id = ? AND accepted_content IS NOT NULL AND (claimed_until IS NULL OR claimed_until < ?)
       AND deleted_at IS NULL
     UNION ALL
     SELECT part.product_uuid, part.etag, part.updated_at::text FROM pos_product_part AS part
     JOIN pos_product_link AS link ON link.id = part.product_link_id AND link.deleted_at IS NULL
     WHERE part.connection_id = ? AND part.accepted_content IS NOT NULL
       AND (link.claimed_until IS NULL OR link.claimed_until < ?) AND part.deleted_at IS NULL
     UNION ALL
     SELECT product_uuid, content->>'etag', counter_updated_at::text FROM pos_product_candidate
     WHERE connection_id = ? AND state IN ('open', 'ignored') AND counter_updated_at IS NOT NULL AND deleted_at IS NULL`,
    [connectionId, now, connectionId, now, connectionId]
  )
}
