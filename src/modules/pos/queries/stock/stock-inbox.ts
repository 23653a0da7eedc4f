import { idRowSchema, type Sql } from "../../database/sql"

/** Whether the counter has told of stock that is not counted yet. Movements of stock stand in aggregates of their own. */
export async function hasUnheardStock(sql: Sql, connectionId: string): Promise<boolean> {
  const rows = await sql(
    idRowSchema,
    `SELECT id FROM pos_inbox_entry
     WHERE connection_id = ? AND state = 'pending' AND deleted_at IS NULL AND aggregate LIKE 'stock:%' LIMIT 1`,
    [connectionId]
  )
  return rows.length > 0
}
