import { idRowSchema, type Sql } from "../../modules/pos/database/sql"

/** Medusa keeps no index on when a row changed, and a level or reservation is one of hundreds of thousands. */
export const STOCK_CHANGE_INDEXES = ["inventory_level", "reservation_item"].map((table) => ({
  table,
  name: `IDX_pos_${table}_updated_at`,
  on: `"${table}" ("updated_at")`,
}))

const STATEMENT = STOCK_CHANGE_INDEXES.map(
  ({ table }) => `
  SELECT id FROM "${table}" WHERE updated_at > ?
  UNION ALL SELECT id FROM "${table}" WHERE deleted_at IS NOT NULL AND deleted_at > ?`
).join(" UNION ALL ")

/**
 * Levels and reservations that changed or were deleted since a moment, by Medusa's own times of change. A level that was
 * deleted without a trace only a comparison of levels finds.
 */
export async function findChangedStock(sql: Sql, since: Date): Promise<string[]> {
  const bindings = STOCK_CHANGE_INDEXES.flatMap(() => [since, since])
  return (await sql(idRowSchema, STATEMENT, bindings)).map(({ id }) => id)
}
