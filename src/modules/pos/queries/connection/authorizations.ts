import { z } from "@medusajs/framework/zod"
import { idRowSchema, type Sql } from "../../database/sql"

const claimedSchema = z.object({
  id: z.string(),
  redirect_url: z.string(),
  connection_id: z.string().nullable(),
  code_verifier_sealed: z.string(),
})

/**
 * Takes up a sign-in once: who comes second with the same state gets null, as does anybody but the one who began it,
 * and who comes too late.
 */
export async function claimAuthorization(
  sql: Sql,
  { actor_id, state_hash, now }: { actor_id: string; state_hash: string; now: Date }
): Promise<z.infer<typeof claimedSchema> | null> {
  const [claimed] = await sql(
    claimedSchema,
    `WITH open AS (
       SELECT id, code_verifier_sealed FROM pos_authorization
       WHERE state_hash = ? AND actor_id = ? AND expires_at > ? AND code_verifier_sealed IS NOT NULL
         AND deleted_at IS NULL
       FOR UPDATE
     )
     UPDATE pos_authorization AS taken SET code_verifier_sealed = NULL, updated_at = ?
     FROM open WHERE taken.id = open.id
     RETURNING taken.id, taken.redirect_url, taken.connection_id, open.code_verifier_sealed`,
    [state_hash, actor_id, now, now]
  )
  return claimed ?? null
}

/** Forgets sign-ins that began before a moment and that no connection lives by. */
export async function pruneAuthorizations(sql: Sql, before: Date): Promise<void> {
  await sql(
    idRowSchema,
    `DELETE FROM pos_authorization AS old WHERE old.created_at < ? AND NOT EXISTS (
       SELECT 1 FROM pos_connection WHERE authorization_id = old.id AND deleted_at IS NULL) RETURNING id`,
    [before]
  )
}
