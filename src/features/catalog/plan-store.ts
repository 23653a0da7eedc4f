import { z } from "zod"
import { jsonText } from "../../modules/pos/database/json-text"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { entityId } from "../../modules/pos/entity-id"

/** Stores the entries of a plan, in one statement. */
export async function insertPlanEntries(sql: Sql, planId: string, entries: object[]): Promise<void> {
  const rows = entries.map((entry) => ({ ...entry, id: entityId("posplent") }))
  await sql(
    idRowSchema,
    `INSERT INTO pos_plan_entry
       (id, plan_id, product_id, title, action, product_uuid, further_uuids, matched_by, confidence, reason, candidates)
     SELECT entry.id, ?, entry.product_id, entry.title, entry.action, entry.product_uuid, entry.further_uuids,
            entry.matched_by, entry.confidence, entry.reason, entry.candidates
     FROM json_to_recordset(?::json) AS entry(id text, product_id text, title text, action text, product_uuid text,
       further_uuids jsonb, matched_by text, confidence int, reason text, candidates jsonb)
     ON CONFLICT (plan_id, product_id) WHERE deleted_at IS NULL DO NOTHING RETURNING id`,
    [planId, jsonText(rows)]
  )
}

const countSchema = z.object({ action: z.string(), count: z.coerce.number() })

/** Counts the entries of a plan by action. */
export async function countPlanEntries(sql: Sql, planId: string): Promise<Record<string, number>> {
  const rows = await sql(
    countSchema,
    `SELECT action, count(*) AS count FROM pos_plan_entry WHERE plan_id = ? AND deleted_at IS NULL GROUP BY action`,
    [planId]
  )
  return Object.fromEntries(rows.map(({ action, count }) => [action, count]))
}

/** Stores the merchant's decisions on entries of a draft. Returns the ids that were changed. */
export async function decidePlanEntries(
  sql: Sql,
  planId: string,
  decisions: { id: string; action: string; product_uuid?: string | undefined }[]
): Promise<string[]> {
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_plan_entry AS entry SET action = decision.action, decided = true, updated_at = now(),
       product_uuid = CASE decision.action WHEN 'link' THEN coalesce(decision.product_uuid, entry.product_uuid) END,
       -- Of another product nobody knows further parts.
       further_uuids = CASE WHEN decision.action = 'link' AND coalesce(decision.product_uuid, entry.product_uuid) = entry.product_uuid
                            THEN entry.further_uuids END
     FROM json_to_recordset(?::json) AS decision(id text, action text, product_uuid text)
     WHERE entry.id = decision.id AND entry.plan_id = ? AND entry.deleted_at IS NULL
     RETURNING entry.id`,
    [jsonText(decisions), planId]
  )
  return rows.map(({ id }) => id)
}

const planTargetSchema = z.object({
  id: z.string(),
  product_id: z.string(),
  title: z.string(),
  product_uuid: z.string().nullable(),
  /** of a split product: its further parts, in their order */
  further_uuids: z.array(z.string().nullable()).nullable(),
  /** UUIDs that the plan proposes */
  candidates: z.array(z.string()),
})

/** An entry of a plan with the product at the POS that it is to be linked to. */
export type PlanTarget = z.infer<typeof planTargetSchema>

/** Returns the entries of a plan that are to be linked, and those with the given ids, of any action. */
export async function findPlanTargets(sql: Sql, planId: string, ids: string[]): Promise<PlanTarget[]> {
  return sql(
    planTargetSchema,
    `SELECT id, product_id, title, product_uuid, further_uuids,
       ARRAY(SELECT candidate->>'uuid' FROM jsonb_array_elements(
         CASE jsonb_typeof(candidates) WHEN 'array' THEN candidates ELSE '[]' END) AS candidate) AS candidates
     FROM pos_plan_entry
     WHERE plan_id = ? AND (action = 'link' OR id = ANY(?)) AND deleted_at IS NULL ORDER BY product_id`,
    [planId, ids]
  )
}

const ownerSchema = z.object({ product_uuid: z.string(), product_id: z.string() })

/** Returns the products of the store that are linked to products at the POS. @returns UUID at the POS → product id */
export async function findProductsLinkedTo(
  sql: Sql,
  connectionId: string,
  uuids: string[]
): Promise<Map<string, string>> {
  const rows = await sql(
    ownerSchema,
    `SELECT product_uuid, product_id FROM pos_product_link
     WHERE connection_id = ? AND product_uuid = ANY(?) AND deleted_at IS NULL
     UNION ALL
     SELECT part.product_uuid, link.product_id FROM pos_product_part AS part
     JOIN pos_product_link AS link ON link.id = part.product_link_id AND link.deleted_at IS NULL
     WHERE part.connection_id = ? AND part.product_uuid = ANY(?) AND part.deleted_at IS NULL`,
    [connectionId, uuids, connectionId, uuids]
  )
  return new Map(rows.map(({ product_uuid, product_id }) => [product_uuid, product_id]))
}

/** Returns the UUIDs of the POS's products that a connection has already linked. */
export async function findLinkedUuids(sql: Sql, connectionId: string): Promise<Set<string>> {
  const rows = await sql(
    idRowSchema,
    `SELECT product_uuid AS id FROM pos_product_link WHERE connection_id = ? AND deleted_at IS NULL
     UNION ALL SELECT product_uuid FROM pos_product_part WHERE connection_id = ? AND deleted_at IS NULL`,
    [connectionId, connectionId]
  )
  return new Set(rows.map(({ id }) => id))
}
