import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../database/json-text"
import { STOCK_DIFFERENCE_CAUSES } from "../../../../vocabulary/stock"
import { entityId } from "../../entity-id"
import { idRowSchema, type Sql } from "../../database/sql"

/** Levels of one variant that differ; decimal text. */
export type FoundDifference = {
  variant_link_id: string
  shop_level: string
  pos_level: string
  ledger_level: string | null
  cause: "first-contact" | "missed" | "unsent" | "unknown"
}

const recordedSchema = z.object({ id: z.string(), variant_link_id: z.string(), seen_before: z.boolean() })

/**
 * Records differences, one open row a variant. `seen_before` says that the same stood there already: what the counter
 * has moved without our hearing of it is as much as at the look before, however both sides have moved meanwhile.
 */
export async function recordDifferences(
  sql: Sql,
  connectionId: string,
  differences: FoundDifference[],
  now: Date
): Promise<z.infer<typeof recordedSchema>[]> {
  const rows = differences.map((difference) => ({ ...difference, id: entityId("posdiff") }))
  return sql(
    recordedSchema,
    `WITH former AS (
       SELECT variant_link_id, pos_level::numeric - ledger_level::numeric AS unheard
       FROM pos_stock_difference WHERE connection_id = ? AND state = 'open' AND deleted_at IS NULL)
     INSERT INTO pos_stock_difference AS difference
       (id, connection_id, variant_link_id, shop_level, pos_level, ledger_level, cause, found_at)
     SELECT row.id, ?, row.variant_link_id, row.shop_level, row.pos_level, row.ledger_level, row.cause, ?
     FROM json_to_recordset(?::json) AS row(id text, variant_link_id text, shop_level text, pos_level text,
       ledger_level text, cause text)
     ON CONFLICT (variant_link_id) WHERE state = 'open' AND deleted_at IS NULL
     DO UPDATE SET shop_level = excluded.shop_level, pos_level = excluded.pos_level,
       ledger_level = excluded.ledger_level, cause = excluded.cause, updated_at = now(),
       found_at = CASE WHEN (difference.shop_level, difference.pos_level) = (excluded.shop_level, excluded.pos_level)
                       THEN difference.found_at ELSE excluded.found_at END
     RETURNING id, variant_link_id, EXISTS (
       SELECT 1 FROM former WHERE former.variant_link_id = difference.variant_link_id
         AND former.unheard = difference.pos_level::numeric - difference.ledger_level::numeric) AS seen_before`,
    [connectionId, connectionId, now, jsonText(rows)]
  )
}

/** Closes open differences of variants that agree again. */
export async function closeAgreeing(sql: Sql, connectionId: string, differing: string[], now: Date): Promise<number> {
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_stock_difference SET state = 'gone', resolved_at = ?, updated_at = now()
     WHERE connection_id = ? AND state = 'open' AND deleted_at IS NULL AND NOT variant_link_id = ANY(?) RETURNING id`,
    [now, connectionId, differing]
  )
  return rows.length
}

/** Closes open differences that were settled, by a person or by themselves. Returns those that were open. */
export async function closeDifferences(
  sql: Sql,
  ids: string[],
  state: "trust-shop" | "trust-pos" | "ignored" | "gone",
  now: Date
): Promise<string[]> {
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_stock_difference SET state = ?, resolved_at = ?, updated_at = now()
     WHERE id = ANY(?) AND state = 'open' AND deleted_at IS NULL RETURNING id`,
    [state, now, ids]
  )
  return rows.map(({ id }) => id)
}

const openSchema = z.object({
  id: z.string(),
  link_id: z.string(),
  variant_id: z.string(),
  variant_uuid: z.string(),
  product_uuid: z.string(),
  tracked: z.boolean(),
  pos_balance: z.string().nullable(),
  cause: z.enum(STOCK_DIFFERENCE_CAUSES),
})

/** A difference that somebody has to settle. */
export type OpenDifference = z.infer<typeof openSchema>

/** Open differences, of those given or (null) all. @param hold keeps others from their links until the transaction ends */
export async function findOpenDifferences(
  sql: Sql,
  connectionId: string,
  ids: string[] | null,
  hold = false
): Promise<OpenDifference[]> {
  return sql(
    openSchema,
    `SELECT difference.id, link.id AS link_id, link.variant_id, link.variant_uuid, link.product_uuid, link.tracked,
            link.pos_balance, difference.cause
     FROM pos_stock_difference AS difference
     JOIN pos_variant_link AS link ON link.id = difference.variant_link_id AND link.deleted_at IS NULL
     WHERE difference.connection_id = ? AND difference.state = 'open' AND difference.deleted_at IS NULL
       AND (? OR difference.id = ANY(?)) ORDER BY link.id ${hold ? "FOR UPDATE OF link" : ""}`,
    [connectionId, ids === null, ids ?? []]
  )
}
