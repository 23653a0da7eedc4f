import { z } from "@medusajs/framework/zod"
import { idRowSchema, type Sql } from "../../database/sql"

/**
 * Takes a subscription for one check, so that of many processes only one may make it again.
 * @param input.seconds how long a check serves all
 * @returns false when another has just checked it
 */
export async function claimSubscriptionCheck(
  sql: Sql,
  input: { id: string; now: Date; seconds: number }
): Promise<boolean> {
  const checkedBefore = new Date(input.now.getTime() - input.seconds * 1_000)
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_subscription SET checked_at = ?
     WHERE id = ? AND deleted_at IS NULL AND (checked_at IS NULL OR checked_at < ?) RETURNING id`,
    [input.now, input.id, checkedBefore]
  )
  return rows.length > 0
}

const sealedKeysSchema = z.object({
  connection_id: z.string(),
  signing_key_sealed: z.string().nullable(),
  previous_signing_key_sealed: z.string().nullable(),
})

/** The sealed signing keys of all subscriptions: a shop has a handful, and asks seldom. */
export async function readSealedKeys(sql: Sql): Promise<z.infer<typeof sealedKeysSchema>[]> {
  return sql(
    sealedKeysSchema,
    `SELECT connection_id, signing_key_sealed, previous_signing_key_sealed FROM pos_subscription
     WHERE deleted_at IS NULL`
  )
}
