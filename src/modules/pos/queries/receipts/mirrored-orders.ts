import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../database/sql"

const mirroredSchema = z.object({ id: z.string(), order_id: z.string() })

/** A sale and the order that mirrors it. */
export type MirroredSale = z.output<typeof mirroredSchema>

/** The sales that were written first; ids are in the order of writing. */
export async function firstMirrored(sql: Sql, limit: number): Promise<MirroredSale[]> {
  return sql(
    mirroredSchema,
    "SELECT id, order_id FROM pos_receipt WHERE order_id IS NOT NULL AND NOT refund ORDER BY id LIMIT ?",
    [limit]
  )
}

/** The sales that were written last before another; null: the last of all. */
export async function mirroredBefore(sql: Sql, before: string | null, limit: number): Promise<MirroredSale[]> {
  return sql(
    mirroredSchema,
    `SELECT id, order_id FROM pos_receipt WHERE (?::text IS NULL OR id < ?) AND order_id IS NOT NULL AND NOT refund
     ORDER BY id DESC LIMIT ?`,
    [before, before, limit]
  )
}
