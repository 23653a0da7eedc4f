import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../database/sql"

const linkSchema = z.object({
  id: z.string(),
  variant_uuid: z.string(),
  tracked: z.boolean(),
  /** the level that was last read of the counter and taken into the ledger, and when by its clock; null: never */
  read_level: z.string().nullable(),
  read_at: z.date().nullable(),
  moved_since_read: z.boolean(),
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
    `SELECT id, variant_uuid, tracked, read_level, read_at, moved_since_read FROM pos_variant_link
     WHERE (connection_id = ?) IS TRUE AND variant_uuid = ANY(?) AND deleted_at IS NULL
     ORDER BY id FOR UPDATE`,
    [connectionId, variantUuids]
  )
  return new Map(rows.map((row) => [row.variant_uuid, row]))
}
