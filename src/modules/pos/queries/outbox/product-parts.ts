import { z } from "@medusajs/framework/zod"
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
})

export type ProductPart = z.infer<typeof productPartSchema>

/** The further parts of products, in their order. */
export async function findProductParts(sql: Sql, linkIds: string[]): Promise<ProductPart[]> {
  return sql(
    productPartSchema,
    `SELECT id, product_link_id, part, product_uuid, accepted_content, etag FROM pos_product_part
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
    [connectionId, JSON.stringify(parts)]
  )
}

/** Keeps what the service accepted of further parts. */
export async function recordProductParts(
  sql: Sql,
  parts: { id: string; accepted_content: unknown; etag: string | null }[]
): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_product_part AS part SET accepted_content = sent.accepted_content, etag = sent.etag, updated_at = now()
     FROM json_to_recordset(?::json) AS sent(id text, accepted_content jsonb, etag text)
     WHERE part.id = sent.id RETURNING part.id`,
    [JSON.stringify(parts)]
  )
}

/** Forgets further parts that are no more at the counter. */
export async function deleteProductParts(sql: Sql, ids: string[]): Promise<void> {
  await sql(idRowSchema, `DELETE FROM pos_product_part WHERE id = ANY(?) RETURNING id`, [ids])
}
