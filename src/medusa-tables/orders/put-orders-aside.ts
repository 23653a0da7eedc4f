import { idRowSchema, type Sql } from "../../modules/pos/database/sql"

/** Takes orders out of the shop's sight, as Medusa deletes: their rows stay. Another stands in their place. */
export async function putOrdersAside(sql: Sql, orderIds: string[], now: Date): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE "order" SET deleted_at = ?, updated_at = now() WHERE id = ANY(?) AND deleted_at IS NULL RETURNING id`,
    [now, orderIds]
  )
}
