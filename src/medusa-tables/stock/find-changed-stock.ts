import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { changedAfter } from "../changes/change-time"

/**
 * Levels, reservations and inventory items of variants that changed or were deleted since a moment, by Medusa's own times of
 * change. A level that was deleted without a trace only a comparison of levels finds.
 */
export async function findChangedStock(sql: Sql, since: Date): Promise<string[]> {
  const rows = await sql(
    idRowSchema,
    `SELECT id FROM inventory_level WHERE ${changedAfter("?")}
     UNION ALL SELECT id FROM reservation_item WHERE ${changedAfter("?")}
     UNION ALL SELECT id FROM product_variant_inventory_item WHERE ${changedAfter("?")}`,
    [since, since, since]
  )
  return rows.map(({ id }) => id)
}
