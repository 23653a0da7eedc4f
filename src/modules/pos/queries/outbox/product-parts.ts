import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../database/json-text"
import { entityId } from "../../entity-id"
import { chooseUuid } from "../catalogue/links"
import { idRowSchema, type Sql } from "../../database/sql"

const productPartSchema = z.object({
  id: z.string(),
  product_link_id: z.string(),
  part: z.number(),
  product_uuid: z.string(),
  accepted_content: z.unknown(),
  etag: z.string().nullable(),
  counter_content: z.unknown(),
})

export type ProductPart = z.infer<typeof productPartSchema>

/** The further parts of products, in their order. */
export async function findProductParts(sql: Sql, linkIds: string[]): Promise<ProductPart[]> {
  return sql(
    productPartSchema,
    `SELECT id, product_link_id, part, product_uuid, accepted_content, etag, counter_content FROM pos_product_part
     WHERE product_link_id = ANY(?) AND deleted_at IS NULL ORDER BY product_link_id, part`,
    [linkIds]
  )
}

/** Makes further parts that are missing, with UUIDs chosen now. */
export async function ensureProductParts(
  sql: Sql,
  connectionId: string,
  wanted: { product_link_id: string; part: number }[]
): Promise<void> {
  const parts = wanted.map((part) => ({ ...part, id: entityId("pospart"), product_uuid: chooseUuid() }))
  await sql(
    idRowSchema,
    `INSERT INTO pos_product_part (id, connection_id, product_link_id, part, product_uuid)
     SELECT wanted.id, ?, wanted.product_link_id, wanted.part, wanted.product_uuid
     FROM json_to_recordset(?::json) AS wanted(id text, product_link_id text, part int, product_uuid text)
     ON CONFLICT (product_link_id, part) WHERE deleted_at IS NULL DO NOTHING RETURNING id`,
    [connectionId, jsonText(parts)]
  )
}

/** Keeps what the service accepted of further parts. */
export async function recordProductParts(
  sql: Sql,
  parts: { id: string; accepted_content: unknown; etag: string | null; counter_content: unknown }[]
): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_product_part AS part SET accepted_content = sent.accepted_content, etag = sent.etag,
       counter_content = sent.counter_content, updated_at = now()
     FROM json_to_recordset(?::json) AS sent(id text, accepted_content jsonb, etag text, counter_content jsonb)
     WHERE part.id = sent.id RETURNING part.id`,
    [jsonText(parts)]
  )
}

/** What became of a product's first part; a null content: it was sent, and nobody knows. */
export type FirstPart = { id: string; accepted_content: unknown; etag: string | null; counter_content: unknown }

/**
 * Keeps what the POS accepted of the first parts of products whose push did not end with all parts accepted. What
 * is there is no longer the whole product that was accepted before.
 */
export async function recordFirstParts(sql: Sql, parts: FirstPart[]): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_product_link AS link SET
       accepted_content = CASE WHEN sent.accepted_content IS NULL THEN link.accepted_content ELSE sent.accepted_content END,
       etag = CASE WHEN sent.accepted_content IS NULL THEN link.etag ELSE sent.etag END,
       counter_content = CASE WHEN sent.accepted_content IS NULL THEN link.counter_content ELSE sent.counter_content END,
       fingerprint = NULL, source_fingerprint = NULL, pushed_at = coalesce(link.pushed_at, now()), updated_at = now()
     FROM json_to_recordset(?::json) AS sent(id text, accepted_content jsonb, etag text, counter_content jsonb)
     WHERE link.id = sent.id AND link.deleted_at IS NULL RETURNING link.id`,
    [jsonText(parts)]
  )
}

/** Forgets further parts that are no more at the counter. */
export async function deleteProductParts(sql: Sql, ids: string[]): Promise<void> {
  await sql(idRowSchema, `DELETE FROM pos_product_part WHERE id = ANY(?) RETURNING id`, [ids])
}
