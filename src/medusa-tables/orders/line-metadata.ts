import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../modules/pos/database/json-text"
import type { Sql } from "../../modules/pos/database/sql"

const positionedSchema = z.object({ position: z.string(), metadata: z.record(z.string(), z.unknown()) })

/** What somebody else than the POS wrote on a line of a receipt, by the line's place on it. */
export type LineMetadata = z.infer<typeof positionedSchema>

/** Reads metadata that is not ours from an order's lines. */
export async function readLineMetadata(sql: Sql, orderId: string): Promise<LineMetadata[]> {
  const lines = await sql(
    positionedSchema,
    `SELECT line.metadata->>'pos_position' AS position, line.metadata || coalesce(item.metadata, '{}') AS metadata
     FROM "order" AS o JOIN order_item AS item ON item.order_id = o.id AND item.version = o.version
     JOIN order_line_item AS line ON line.id = item.item_id
     WHERE o.id = ? AND line.metadata->>'pos_position' IS NOT NULL`,
    [orderId]
  )
  return lines.flatMap(({ position, metadata }) => {
    const foreign = Object.entries(metadata).filter(([name]) => !name.startsWith("pos_"))
    return foreign.length === 0 ? [] : [{ position, metadata: Object.fromEntries(foreign) }]
  })
}

/** Adds metadata to an order's lines; what a line has of the same name stays. */
export async function writeLineMetadata(sql: Sql, orderId: string, kept: LineMetadata[]): Promise<void> {
  if (kept.length === 0) {
    return
  }
  await sql(
    z.unknown(),
    `WITH kept AS (
       SELECT * FROM json_to_recordset(?::json) AS line(position text, metadata jsonb)
     ), versions AS (
       UPDATE order_item AS item SET metadata = kept.metadata || item.metadata FROM kept
       WHERE item.order_id = ? AND item.deleted_at IS NULL AND item.metadata->>'pos_position' = kept.position
     )
     UPDATE order_line_item AS line SET metadata = kept.metadata || line.metadata FROM kept, order_item AS item
     WHERE item.order_id = ? AND item.deleted_at IS NULL AND line.id = item.item_id
       AND line.metadata->>'pos_position' = kept.position`,
    [jsonText(kept), orderId, orderId]
  )
}
