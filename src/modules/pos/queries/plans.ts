import { z } from "@medusajs/framework/zod"
import { entityId } from "../entity-id"
import { idRowSchema, type Sql } from "./sql"

/** Stores the entries of a plan, in one statement. */
export async function insertPlanEntries(sql: Sql, planId: string, entries: object[]): Promise<void> {
  const rows = entries.map((entry) => ({ ...entry, id: entityId("posplent") }))
  await sql(
    idRowSchema,
    `INSERT INTO pos_plan_entry
       (id, plan_id, product_id, title, action, product_uuid, matched_by, confidence, reason, candidates)
     SELECT entry.id, ?, entry.product_id, entry.title, entry.action, entry.product_uuid, entry.matched_by,
            entry.confidence, entry.reason, entry.candidates
     FROM json_to_recordset(?::json) AS entry(id text, product_id text, title text, action text, product_uuid text,
       matched_by text, confidence int, reason text, candidates jsonb)
     ON CONFLICT (plan_id, product_id) WHERE deleted_at IS NULL DO NOTHING RETURNING id`,
    [planId, JSON.stringify(rows)]
  )
}

const countSchema = z.object({ action: z.string(), count: z.coerce.number() })

/** How many entries of a plan have each action. */
export async function countPlanEntries(sql: Sql, planId: string): Promise<Record<string, number>> {
  const rows = await sql(
    countSchema,
    `SELECT action, count(*) AS count FROM pos_plan_entry WHERE plan_id = ? AND deleted_at IS NULL GROUP BY action`,
    [planId]
  )
  return Object.fromEntries(rows.map(({ action, count }) => [action, count]))
}

/** The merchant's word on entries of a draft. Returns the ids that were changed. */
export async function decidePlanEntries(
  sql: Sql,
  planId: string,
  decisions: { id: string; action: string; product_uuid?: string | undefined }[]
): Promise<string[]> {
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_plan_entry AS entry SET action = decision.action, decided = true, updated_at = now(),
       product_uuid = CASE decision.action WHEN 'link' THEN coalesce(decision.product_uuid, entry.product_uuid) END
     FROM json_to_recordset(?::json) AS decision(id text, action text, product_uuid text)
     WHERE entry.id = decision.id AND entry.plan_id = ? AND entry.deleted_at IS NULL
     RETURNING entry.id`,
    [JSON.stringify(decisions), planId]
  )
  return rows.map(({ id }) => id)
}

/** A product of the shop that is linked to one which the counter has already. */
export type AdoptedProduct = {
  product_id: string
  product_uuid: string
  /** the product at the counter: the next push is a diff against it */
  content: unknown
  /** true for a draft that was made of it: it stays at the counter as it is until the draft is published */
  awaits_publishing: boolean
  /** `include`: the merchant's word that it is sold there, whatever the selection says */
  inclusion: "auto" | "include"
  /** what a person should know of it */
  notes: string[]
  variants: { variant_id: string; variant_uuid: string }[]
}

/** Links products to those that the counter has, in one statement. A link that was sent already stays as it is. */
export async function adoptProducts(sql: Sql, connectionId: string, products: AdoptedProduct[]): Promise<string[]> {
  const rows = products.map(({ variants, ...product }) => ({
    ...product,
    id: entityId("posplink"),
    variants,
  }))
  const variants = rows.flatMap(({ product_id, product_uuid, variants: pairs }) =>
    pairs.map((pair) => ({ ...pair, product_id, product_uuid, id: entityId("posvlink") }))
  )
  const linked = await sql(
    idRowSchema,
    `WITH adopted AS (
       INSERT INTO pos_product_link AS link (id, connection_id, product_id, product_uuid, accepted_content, counter_changed,
         awaits_publishing, inclusion, notes, state)
       SELECT one.id, ?, one.product_id, one.product_uuid, one.content, false, one.awaits_publishing, one.inclusion,
         ARRAY(SELECT json_array_elements_text(one.notes)),
         CASE WHEN one.awaits_publishing THEN 'kept' ELSE 'pending' END
       FROM json_to_recordset(?::json) AS one(id text, product_id text, product_uuid text, content jsonb,
         awaits_publishing boolean, inclusion text, notes json)
       ON CONFLICT (connection_id, product_id) WHERE deleted_at IS NULL DO UPDATE SET
         product_uuid = excluded.product_uuid, accepted_content = excluded.accepted_content,
         awaits_publishing = excluded.awaits_publishing,
         revision = link.revision + 1, inclusion = excluded.inclusion, updated_at = now()
       WHERE link.accepted_content IS NULL
       RETURNING id, product_id)
     INSERT INTO pos_variant_link AS link (id, connection_id, product_link_id, product_uuid, variant_id, variant_uuid)
     SELECT pair.id, ?, adopted.id, pair.product_uuid, pair.variant_id, pair.variant_uuid
     FROM json_to_recordset(?::json) AS pair(
       id text, product_id text, product_uuid text, variant_id text, variant_uuid text)
     JOIN adopted ON adopted.product_id = pair.product_id
     ON CONFLICT (connection_id, variant_id) WHERE deleted_at IS NULL DO UPDATE SET
       product_link_id = excluded.product_link_id, product_uuid = excluded.product_uuid,
       variant_uuid = excluded.variant_uuid
     RETURNING id`,
    [connectionId, JSON.stringify(rows), connectionId, JSON.stringify(variants)]
  )
  return linked.map(({ id }) => id)
}

const identitySchema = z.object({
  product_id: z.string(),
  title: z.string(),
  handle: z.string().nullable(),
  variants: z.array(
    z.object({ id: z.string(), title: z.string().nullable(), sku: z.string().nullable(), codes: z.array(z.string()) })
  ),
})

export type ProductIdentity = z.infer<typeof identitySchema>

/**
 * What tells products apart. Why SQL: it reads whole catalogues, a page in one statement.
 */
export async function readIdentities(sql: Sql, productIds: string[]): Promise<ProductIdentity[]> {
  return sql(
    identitySchema,
    `SELECT product.id AS product_id, product.title, product.handle,
       coalesce((SELECT json_agg(json_build_object('id', variant.id, 'title', variant.title, 'sku', variant.sku,
           'codes', array_remove(ARRAY[nullif(variant.barcode, ''), nullif(variant.ean, ''), nullif(variant.upc, '')], NULL))
         ORDER BY coalesce(variant.variant_rank, 0), variant.id)
         FROM product_variant AS variant WHERE variant.product_id = product.id AND variant.deleted_at IS NULL), '[]')
         AS variants
     FROM product WHERE product.id = ANY(?) ORDER BY product.id`,
    [productIds]
  )
}

/** UUIDs of the counter's products that a connection has linked already. */
export async function findLinkedUuids(sql: Sql, connectionId: string): Promise<Set<string>> {
  const rows = await sql(
    idRowSchema,
    `SELECT product_uuid AS id FROM pos_product_link WHERE connection_id = ? AND deleted_at IS NULL
     UNION ALL SELECT product_uuid FROM pos_product_part WHERE connection_id = ? AND deleted_at IS NULL`,
    [connectionId, connectionId]
  )
  return new Set(rows.map(({ id }) => id))
}
