import { jsonText } from "../../modules/pos/database/json-text"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import type { TableRows } from "./collect-rows"
import { deleteOrderParts } from "./delete-order-parts"
import { insertRows } from "./insert-rows"
import { readLineMetadata, writeLineMetadata } from "./line-metadata"

/**
 * Writes an order again in place, as its rows say, at its first version. The order keeps its id and its numbers, whose it
 * is, its e-mail and postal addresses, its history of other changes, and metadata that is not ours, of its own and of its
 * lines; one that was deleted is there again. Everything else of it is deleted as Medusa deletes: rows stay. In a
 * transaction.
 * @returns false when there is no such order, deleted or not; nothing was written then
 */
export async function rewriteOrder(sql: Sql, orderId: string, rows: TableRows, now: Date): Promise<boolean> {
  await sql(idRowSchema, `SELECT id FROM "order" WHERE id = ? FOR UPDATE`, [orderId])
  const kept = await readLineMetadata(sql, orderId)
  await deleteOrderParts(sql, orderId, now)
  const [metadata] = rows.flatMap(([table, written]) => (table === "order" ? written.map((row) => row.metadata) : []))
  const [rewritten] = await sql(
    idRowSchema,
    `UPDATE "order" SET version = 1, status = 'completed', canceled_at = NULL, deleted_at = NULL, updated_at = now(),
       metadata = coalesce(metadata, '{}') || ?::jsonb WHERE id = ? RETURNING id`,
    [jsonText(metadata ?? {}), orderId]
  )
  if (!rewritten) {
    return false
  }
  await insertRows(
    sql,
    rows.filter(([table]) => table !== "order")
  )
  await writeLineMetadata(sql, orderId, kept)
  return true
}
