import { z } from "@medusajs/framework/zod"
import { idRowSchema, type Sql } from "./sql"

/** A product whose link shall exist and be due; ids are chosen by the caller so that a repeat is safe. */
export type ProductMark = { id: string; product_id: string; product_uuid: string }

/** Why SQL here: the outbox marks and claims whole batches in one statement each, which the generated methods cannot. */
const claimedProductLinkSchema = z.object({
  id: z.string(),
  product_id: z.string(),
  product_uuid: z.string(),
  revision: z.number(),
  attempts: z.number(),
  accepted_content: z.unknown(),
  fingerprint: z.string().nullable(),
})

export type ClaimedProductLink = z.infer<typeof claimedProductLinkSchema>

/** Creates missing links and makes known ones due, for one connection, in one statement. */
export async function markProductsDue(sql: Sql, connectionId: string, marks: ProductMark[]): Promise<number> {
  const rows = await sql(
    idRowSchema,
    `INSERT INTO pos_product_link (id, connection_id, product_id, product_uuid)
     SELECT mark.id, ?, mark.product_id, mark.product_uuid
     FROM json_to_recordset(?::json) AS mark(id text, product_id text, product_uuid text)
     ON CONFLICT (connection_id, product_id) WHERE deleted_at IS NULL
     DO UPDATE SET revision = pos_product_link.revision + 1, attempts = 0, next_attempt_at = NULL, updated_at = now()
     RETURNING id`,
    [connectionId, JSON.stringify(marks)]
  )
  return rows.length
}

/** Makes existing links due in every connection that has them; products that no connection knows are left alone. */
export async function markLinkedProductsDue(sql: Sql, productIds: string[]): Promise<string[]> {
  const rows = await sql(
    z.object({ connection_id: z.string() }),
    `UPDATE pos_product_link
     SET revision = revision + 1, attempts = 0, next_attempt_at = NULL, updated_at = now()
     WHERE product_id = ANY(?) AND deleted_at IS NULL
     RETURNING connection_id`,
    [productIds]
  )
  return [...new Set(rows.map((row) => row.connection_id))]
}

/** Claims due links of a connection until `claimUntil`; other pumps skip what is claimed or being claimed. */
export async function claimProductLinks(
  sql: Sql,
  input: { connectionId: string; now: Date; claimUntil: Date; limit: number }
): Promise<ClaimedProductLink[]> {
  return sql(
    claimedProductLinkSchema,
    `UPDATE pos_product_link SET claimed_until = ?, attempts = attempts + 1
     WHERE id IN (
       SELECT id FROM pos_product_link
       WHERE connection_id = ? AND revision > pushed_revision AND deleted_at IS NULL
         AND (claimed_until IS NULL OR claimed_until < ?)
         AND (next_attempt_at IS NULL OR next_attempt_at <= ?)
       ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED)
     RETURNING id, product_id, product_uuid, revision, attempts, accepted_content, fingerprint`,
    [input.claimUntil, input.connectionId, input.now, input.now, input.limit]
  )
}

/** How the push of one claimed link ended. `revision` is the one that was claimed. */
export type ProductPushResult =
  | { id: string; revision: number; outcome: "accepted"; content: unknown; fingerprint: string; notes: string[] }
  | { id: string; revision: number; outcome: "rejected"; reason: string }
  | { id: string; revision: number; outcome: "retry"; reason: string; next_attempt_at: string }
  | { id: string; revision: number; outcome: "removed" }

/**
 * Records how pushes ended and ends their claims, in one statement. A link that changed meanwhile stays due, because
 * its revision is ahead of the one that was pushed.
 */
export async function recordProductPushes(sql: Sql, now: Date, results: ProductPushResult[]): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_product_link AS link SET
       claimed_until = NULL, updated_at = ?,
       pushed_revision = CASE WHEN result.outcome = 'retry' THEN link.pushed_revision ELSE result.revision END,
       attempts = CASE WHEN result.outcome = 'retry' THEN link.attempts ELSE 0 END,
       next_attempt_at = result.next_attempt_at,
       state = CASE result.outcome WHEN 'accepted' THEN 'synced' WHEN 'rejected' THEN 'rejected' ELSE link.state END,
       rejection = result.reason,
       notes = CASE WHEN result.notes IS NULL THEN link.notes
                    ELSE ARRAY(SELECT json_array_elements_text(result.notes)) END,
       accepted_content = CASE WHEN result.outcome = 'accepted' THEN result.content ELSE link.accepted_content END,
       fingerprint = CASE WHEN result.outcome = 'accepted' THEN result.fingerprint ELSE link.fingerprint END,
       pushed_at = CASE WHEN result.outcome = 'accepted' THEN ? ELSE link.pushed_at END,
       deleted_at = CASE WHEN result.outcome = 'removed' THEN ?::timestamptz ELSE NULL END
     FROM json_to_recordset(?::json) AS result(
       id text, revision int, outcome text, content jsonb, fingerprint text, notes json, reason text,
       next_attempt_at timestamptz)
     WHERE link.id = result.id
     RETURNING link.id`,
    [now, now, now, JSON.stringify(results)]
  )
}

const countsSchema = z.object({
  total: z.coerce.number(),
  synced: z.coerce.number(),
  rejected: z.coerce.number(),
  pending: z.coerce.number(),
})

export type ProductLinkCounts = z.infer<typeof countsSchema>

/** How a connection's links stand; `pending` is what is due. */
export async function countProductLinks(sql: Sql, connectionId: string): Promise<ProductLinkCounts> {
  const [counts] = await sql(
    countsSchema,
    `SELECT count(*) AS total,
            count(*) FILTER (WHERE state = 'synced' AND revision = pushed_revision) AS synced,
            count(*) FILTER (WHERE state = 'rejected' AND revision = pushed_revision) AS rejected,
            count(*) FILTER (WHERE revision > pushed_revision) AS pending
     FROM pos_product_link WHERE connection_id = ? AND deleted_at IS NULL`,
    [connectionId]
  )
  return counts ?? { total: 0, synced: 0, rejected: 0, pending: 0 }
}
