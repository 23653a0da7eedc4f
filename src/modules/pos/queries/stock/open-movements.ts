import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../database/json-text"
import { idRowSchema, type Sql } from "../../database/sql"

const openSchema = z.object({
  id: z.string(),
  variant_link_id: z.string(),
  variant_uuid: z.string(),
  product_uuid: z.string(),
  change: z.string(),
  looks: z.number(),
  occurred_at: z.date(),
  updated_at: z.date(),
  pos_balance: z.string().nullable(),
})

/** A movement whose end is not known, with the counter's balance as the ledger has it, which counts it. */
export type OpenMovement = z.infer<typeof openSchema>

/** Movements of links whose end is not known. Each link is looked up by itself, whatever PostgreSQL expects of the table. */
export async function findOpenMovements(sql: Sql, variantLinkIds: string[], lock = false): Promise<OpenMovement[]> {
  return sql(
    openSchema,
    `SELECT movement.id, movement.variant_link_id, link.variant_uuid, link.product_uuid, movement.change,
       movement.looks, movement.occurred_at, movement.updated_at, link.pos_balance
     FROM pos_variant_link AS link CROSS JOIN LATERAL (
       SELECT * FROM pos_stock_movement AS one
       WHERE one.variant_link_id = link.id AND one.state IN ('sending', 'unknown') AND one.deleted_at IS NULL
       OFFSET 0) AS movement
     WHERE link.id = ANY(?) ORDER BY link.id ${lock ? "FOR UPDATE OF link" : ""}`,
    [variantLinkIds]
  )
}

const sendingSchema = z.object({ variant_uuid: z.string(), change: z.string() })

/** Movements of variants that were written since a moment, and whose call has not ended yet. */
export async function findSendingSince(
  sql: Sql,
  input: { connectionId: string; variantUuids: string[]; since: Date }
): Promise<z.infer<typeof sendingSchema>[]> {
  return sql(
    sendingSchema,
    `SELECT link.variant_uuid, movement.change FROM pos_variant_link AS link CROSS JOIN LATERAL (
       SELECT one.change FROM pos_stock_movement AS one
       WHERE one.variant_link_id = link.id AND one.state = 'sending' AND one.updated_at > ? AND one.deleted_at IS NULL
       OFFSET 0) AS movement
     WHERE (link.connection_id = ?) IS TRUE AND link.variant_uuid = ANY(?) AND link.deleted_at IS NULL`,
    [input.since, input.connectionId, input.variantUuids]
  )
}

/** What a look found out. */
export type LookedAt = { id: string; judgement: "applied" | "lost" | "wait" }

/** Records what looks found out; the caller holds the links. A movement that was lost no longer counts. */
export async function recordLooks(sql: Sql, looks: LookedAt[], now: Date): Promise<void> {
  await sql(
    idRowSchema,
    `WITH looked AS (
       UPDATE pos_stock_movement AS movement SET looks = movement.looks + 1, updated_at = ?,
         state = CASE look.judgement WHEN 'applied' THEN 'presumed-applied' WHEN 'lost' THEN 'presumed-lost' ELSE 'unknown' END
       FROM json_to_recordset(?::json) AS look(id text, judgement text) WHERE movement.id = look.id
       RETURNING movement.variant_link_id, movement.change, movement.state)
     UPDATE pos_variant_link AS link SET
       pos_balance = trim_scale(link.pos_balance::numeric - looked.change::numeric)::text, updated_at = now()
     FROM looked WHERE link.id = looked.variant_link_id AND looked.state = 'presumed-lost' RETURNING link.id`,
    [now, jsonText(looks)]
  )
}
