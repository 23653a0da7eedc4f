import { z } from "@medusajs/framework/zod"
import { etagSchema } from "../../../../pos-api/contract"
import type { Sql } from "../../database/sql"

/** Why SQL here: notifications are handled in batches, each kind of change in one statement. */
const counterLinkSchema = z.object({
  /** the product at the counter: the link's own, or a further part's */
  uuid: z.string(),
  link_id: z.string(),
  part_id: z.string().nullable(),
  /** which part of the product it is, from 0 */
  part: z.number(),
  product_id: z.string(),
  state: z.string(),
  accepted_content: z.unknown(),
  etag: etagSchema.nullable(),
  counter_content: z.unknown(),
  overrides: z.unknown(),
  counter_seen_at: z.date().nullable(),
  awaits_publishing: z.boolean(),
  /** the shop deleted it, and had the counter's product go with it */
  forgotten: z.boolean(),
})

/** What is known of a product at the counter that belongs to a product of the shop. */
export type CounterLink = z.infer<typeof counterLinkSchema>

/** The links behind products at the counter; products that are not the shop's are absent. */
export async function findCounterLinks(
  sql: Sql,
  input: { connectionId: string; uuids: string[] }
): Promise<Map<string, CounterLink>> {
  const columns = `link.id AS link_id, link.product_id, link.state, link.awaits_publishing, link.overrides,
    link.deleted_at IS NOT NULL AS forgotten`
  const ofFirst = `link.product_uuid AS uuid, NULL AS part_id, 0 AS part, link.accepted_content, link.etag,
    link.counter_content, link.counter_seen_at`
  const rows = await sql(
    counterLinkSchema,
    // One look-up by index for each product, of the living and of the forgotten: OFFSET 0 keeps PostgreSQL, which has no
    // statistics right after a large import, from reading all links instead, and IS TRUE from taking the connection for
    // the better key.
    `SELECT DISTINCT ON (known.uuid) known.* FROM unnest(?::text[]) AS wanted(uuid) CROSS JOIN LATERAL (
       SELECT ${ofFirst}, ${columns}
       FROM pos_product_link AS link
       WHERE link.product_uuid = wanted.uuid AND (link.connection_id = ?) IS TRUE AND link.deleted_at IS NULL
       UNION ALL
       SELECT ${ofFirst}, ${columns}
       FROM pos_product_link AS link
       WHERE link.product_uuid = wanted.uuid AND (link.connection_id = ?) IS TRUE AND link.deleted_at IS NOT NULL
         AND link.state <> 'kept'
       UNION ALL
       SELECT part.product_uuid, part.id, part.part, part.accepted_content, part.etag, part.counter_content,
         part.counter_seen_at, ${columns}
       FROM pos_product_part AS part JOIN pos_product_link AS link ON link.id = part.product_link_id
       WHERE part.product_uuid = wanted.uuid AND (part.connection_id = ?) IS TRUE AND part.deleted_at IS NULL
       OFFSET 0) AS known
     ORDER BY known.uuid, known.forgotten`,
    [input.uuids, ...Array.from({ length: 3 }, () => input.connectionId)]
  )
  return new Map(rows.map((row) => [row.uuid, row]))
}

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
     SELECT part.product_uuid, part.etag, coalesce(part.counter_seen_at, part.updated_at)::text FROM pos_product_part AS part
     JOIN pos_product_link AS link ON link.id = part.product_link_id AND link.deleted_at IS NULL
     WHERE part.connection_id = ? AND part.accepted_content IS NOT NULL
       AND (link.claimed_until IS NULL OR link.claimed_until < ?) AND part.deleted_at IS NULL
     UNION ALL
     SELECT product_uuid, content->>'etag', counter_updated_at::text FROM pos_product_candidate
     WHERE connection_id = ? AND state IN ('open', 'ignored') AND counter_updated_at IS NOT NULL AND deleted_at IS NULL`,
    [connectionId, now, connectionId, now, connectionId]
  )
}
