import { idRowSchema, type Sql } from "./sql"

/**
 * Takes a subscription for one check, so that of many processes only one may make it again.
 * @returns false when another has just checked it
 */
export async function claimSubscriptionCheck(
  sql: Sql,
  input: { id: string; now: Date; checkedBefore: Date }
): Promise<boolean> {
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_subscription SET checked_at = ?
     WHERE id = ? AND deleted_at IS NULL AND (checked_at IS NULL OR checked_at < ?) RETURNING id`,
    [input.now, input.id, input.checkedBefore]
  )
  return rows.length > 0
}
