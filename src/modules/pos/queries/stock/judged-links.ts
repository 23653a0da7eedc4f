import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../database/sql"

const linkSchema = z.object({
  id: z.string(),
  variant_uuid: z.string(),
  tracked: z.boolean(),
  /** the level that was last read of the counter and taken into the ledger, and when by its clock; null: never */
  read_level: z.string().nullable(),
  read_at: z.date().nullable(),
  moved_since: z.boolean(),
})

/** A variant whose movements are judged. */
export type JudgedLink = z.infer<typeof linkSchema>

/**
 * Reads what is known of the variants that movements name, and keeps other transactions from judging the same ones
 * meanwhile.
 */
export async function readJudgedLinks(
  sql: Sql,
  connectionId: string,
  variantUuids: string[]
): Promise<Map<string, JudgedLink>> {
  const rows = await sql(
    linkSchema,
    `SELECT link.id, link.variant_uuid, link.tracked, last.level AS read_level, last.occurred_at AS read_at,
       EXISTS (SELECT 1 FROM pos_stock_movement AS later WHERE later.variant_link_id = link.id
               AND later.created_at > last.created_at AND later.kind <> 'baseline' AND later.deleted_at IS NULL
              ) AS moved_since
     FROM pos_variant_link AS link
     LEFT JOIN LATERAL (
       SELECT pos_balance_after AS level, occurred_at, created_at FROM pos_stock_movement AS movement
       WHERE movement.variant_link_id = link.id AND movement.deleted_at IS NULL
         AND (movement.natural_key LIKE 'baseline:%' OR movement.natural_key LIKE 'difference:%')
       ORDER BY created_at DESC LIMIT 1) AS last ON true
     WHERE link.connection_id = ? AND link.variant_uuid = ANY(?) AND link.deleted_at IS NULL
     ORDER BY link.id FOR UPDATE OF link`,
    [connectionId, variantUuids]
  )
  return new Map(rows.map((row) => [row.variant_uuid, row]))
}
