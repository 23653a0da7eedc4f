import type { MedusaContainer } from "@medusajs/framework/types"
import type { AttemptKind } from "../contract/monitoring"
import { POS_MODULE } from "../modules/pos"
import { noteOwnWrites, OWN_WRITE, ownWriteSchema } from "../modules/pos/database/housekeeping"
import { entityId } from "../modules/pos/entity-id"
import { recordServiceError } from "./circuit-breaker"

/**
 * Records an attempt to sync a stream of a connection. Call it outside of transactions: processes that work at the same
 * time write the same row.
 * @param failure why it failed; null: it succeeded
 */
export async function recordAttempt(
  container: MedusaContainer,
  { connectionId, kind, failure }: { connectionId: string; kind: AttemptKind; failure: string | null }
): Promise<void> {
  const rows = await container.resolve(POS_MODULE).query((sql, now) =>
    sql(
      ownWriteSchema,
      `INSERT INTO pos_sync_attempt AS known (id, connection_id, kind, tried_at, succeeded_at, failing_since, failure)
       SELECT attempt.id, attempt.connection_id, attempt.kind, attempt.at,
         CASE WHEN attempt.failure IS NULL THEN attempt.at END, CASE WHEN attempt.failure IS NOT NULL THEN attempt.at END,
         attempt.failure
       FROM (SELECT ?::text AS id, ?::text AS connection_id, ?::text AS kind, ?::timestamptz AS at, ?::text AS failure)
         AS attempt
       ON CONFLICT (connection_id, kind) WHERE deleted_at IS NULL DO UPDATE SET
         tried_at = greatest(known.tried_at, excluded.tried_at),
         succeeded_at = coalesce(excluded.succeeded_at, known.succeeded_at),
         failing_since = CASE WHEN excluded.failure IS NULL THEN NULL
                              ELSE coalesce(known.failing_since, excluded.tried_at) END,
         failure = excluded.failure, updated_at = now()
       RETURNING ${OWN_WRITE}`,
      [entityId("postry"), connectionId, kind, now, failure]
    )
  )
  if (failure === null) {
    noteOwnWrites(rows)
  }
}

/**
 * Records a failed attempt, and what the failure means for the whole connection (see recordServiceError).
 * @returns the reason of the failure, to be stored where a person sees it
 */
export async function recordFailedAttempt(
  container: MedusaContainer,
  attempt: { connectionId: string; kind: AttemptKind },
  error: unknown
): Promise<string> {
  const failure = await recordServiceError(container, attempt.connectionId, error)
  await recordAttempt(container, { connectionId: attempt.connectionId, kind: attempt.kind, failure })
  return failure
}
