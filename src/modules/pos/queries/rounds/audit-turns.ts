import { idRowSchema, type Sql } from "../../database/sql"

/** Connections that push in the order in which their contents are to be checked: whose last turn is longest ago first. */
export async function findAuditTurns(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql(
    idRowSchema,
    `SELECT id FROM pos_connection WHERE state = 'active' AND NOT push_held AND deleted_at IS NULL
     ORDER BY audited_at NULLS FIRST, id LIMIT ?`,
    [limit]
  )
  return rows.map(({ id }) => id)
}

/** Notes a turn. */
export async function noteAudit(sql: Sql, connectionId: string, at: Date): Promise<void> {
  await sql(idRowSchema, "UPDATE pos_connection SET audited_at = ?, updated_at = now() WHERE id = ? RETURNING id", [
    at,
    connectionId,
  ])
}
