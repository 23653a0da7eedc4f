import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../database/sql"
import { CLAIM_COLUMNS, type ClaimedProductLink, claimedProductLinkSchema } from "./product-outbox"

const acceptedSchema = z.object({
  id: z.string(),
  accepted_content: z.unknown(),
  etag: z.string().nullable(),
  counter_content: z.unknown(),
})

export type AcceptedContent = z.infer<typeof acceptedSchema>

/** What the counter took last of links; read apart, because most pushes find that nothing changed. */
export async function readAcceptedContents(sql: Sql, linkIds: string[]): Promise<Map<string, AcceptedContent>> {
  const rows = await sql(
    acceptedSchema,
    `SELECT id, accepted_content, etag, counter_content FROM pos_product_link WHERE id = ANY(?)
       AND (accepted_content IS NOT NULL OR counter_content IS NOT NULL)`,
    [linkIds]
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Links that are not due, a page at a time in the order of their products; what a cancelled run left out stays out. Their
 * revisions are equal, which PostgreSQL would take for rare and sort all of them.
 */
export async function findQuietLinks(
  sql: Sql,
  input: { connectionId: string; after: string; limit: number }
): Promise<ClaimedProductLink[]> {
  return sql(
    claimedProductLinkSchema,
    `SELECT ${CLAIM_COLUMNS} FROM pos_product_link
     WHERE connection_id = ? AND product_id > ? AND revision <= pushed_revision AND state <> 'unsent'
       AND deleted_at IS NULL
     ORDER BY product_id LIMIT ?`,
    [input.connectionId, input.after, input.limit]
  )
}

/** The links of products. */
export async function findLinksOf(sql: Sql, connectionId: string, productIds: string[]): Promise<ClaimedProductLink[]> {
  return sql(
    claimedProductLinkSchema,
    `SELECT ${CLAIM_COLUMNS} FROM pos_product_link
     WHERE (connection_id = ?) IS TRUE AND product_id = ANY(?) AND deleted_at IS NULL`,
    [connectionId, productIds]
  )
}
