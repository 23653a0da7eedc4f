import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../database/json-text"
import type { Claim } from "../../queue-terms"
import type { Sql } from "../../database/sql"
import { INCLUSIONS } from "../../../../vocabulary/product-link"
import { markAcceptedStockDue, restartStockOfProducts } from "../stock/initial-matching"

/** Why SQL here: the outbox claims and settles whole batches in one statement each, which the generated methods cannot. */
export const claimedProductLinkSchema = z.object({
  id: z.string(),
  product_id: z.string(),
  product_uuid: z.string(),
  revision: z.number(),
  attempts: z.number(),
  fingerprint: z.string().nullable(),
  rejected_fingerprint: z.string().nullable(),
  inclusion: z.enum(INCLUSIONS),
  overrides: z.unknown(),
  counter_changed: z.boolean(),
  state: z.string(),
  at_counter: z.boolean(),
  /** false only where its push was never tried before */
  may_be_there: z.boolean(),
  awaits_publishing: z.boolean(),
})

export type ClaimedProductLink = z.infer<typeof claimedProductLinkSchema>

/** The columns of a link that a push starts from. */
export const CLAIM_COLUMNS = `id, product_id, product_uuid, revision, attempts, fingerprint, rejected_fingerprint, inclusion, overrides,
  counter_changed, state, accepted_content IS NOT NULL AS at_counter,
  (accepted_content IS NOT NULL OR pushed_at IS NOT NULL OR attempts > 1) AS may_be_there, awaits_publishing`

/**
 * Claims due links of a connection until `claimUntil`; other pumps skip what is claimed or being claimed. Single edits
 * go before the rows of a run, and those of a paused run wait.
 */
export async function claimProductLinks(
  sql: Sql,
  input: Claim & { connectionId: string; limit: number }
): Promise<ClaimedProductLink[]> {
  return sql(
    claimedProductLinkSchema,
    // The array makes the claim a look-up by ids, whatever the planner expects of the table.
    `UPDATE pos_product_link SET claimed_until = ?, claim_token = ?, attempts = attempts + 1
     WHERE id = ANY(ARRAY(
       SELECT link.id FROM pos_product_link AS link
       WHERE link.connection_id = ? AND link.revision > link.pushed_revision AND link.deleted_at IS NULL
         AND (link.claimed_until IS NULL OR link.claimed_until < ?)
         AND (link.next_attempt_at IS NULL OR link.next_attempt_at <= ?)
         AND NOT (link.run_only AND link.run_id IN (
           SELECT run.id FROM pos_run AS run
           WHERE run.connection_id = link.connection_id AND run.state = 'paused' AND run.deleted_at IS NULL))
       ORDER BY link.run_only, link.id LIMIT ? FOR UPDATE OF link SKIP LOCKED))
     RETURNING ${CLAIM_COLUMNS}`,
    [input.claimUntil, input.token, input.connectionId, input.now, input.now, input.limit]
  )
}

/** How the push of one claimed link ended. `revision` is the one that was claimed. */
export type ProductPushResult = { id: string; revision: number; notes?: string[] } & (
  | {
      outcome: "accepted"
      content: unknown
      fingerprint: string
      source_fingerprint: string | null
      etag: string | null
      counter_content: unknown
      /** the POS did not have it: its stock starts by initial matching */
      created: boolean
    }
  | { outcome: "unchanged"; source_fingerprint: string | null }
  /** `gone`: it was taken from the counter, by the connection's policy */
  | { outcome: "rejected"; reason: string; gone: boolean; rejected_fingerprint: string }
  /** `removed`: with the shop's product; `forgotten`: so too, but the counter keeps its own */
  | { outcome: "excluded" | "kept" | "removed" | "forgotten" }
  /** `waited`: its call had no turn yet, which is no attempt */
  | { outcome: "retry"; reason: string; next_attempt_at: string; waited: boolean }
)

const recordedSchema = z.object({ id: z.string(), restarts_stock: z.boolean(), accepted: z.boolean() })

const LEFT = "result.outcome IN ('excluded', 'removed', 'forgotten') OR result.gone"

/**
 * Records how pushes ended and ends their claims, in one transaction. Stock of what left the POS, or is created there, ends
 * or starts by initial matching. A link that changed meanwhile stays due, because
 * its revision is ahead of the one that was pushed. A claim that another pump has taken over is not touched.
 * @returns ids of the links that were recorded
 */
export async function recordProductPushes(
  sql: Sql,
  now: Date,
  token: string,
  results: ProductPushResult[]
): Promise<string[]> {
  const rows = await sql(
    recordedSchema,
    `UPDATE pos_product_link AS link SET
       claimed_until = NULL, claim_token = NULL, updated_at = ?, next_attempt_at = result.next_attempt_at,
       pushed_revision = CASE result.outcome WHEN 'retry' THEN link.pushed_revision ELSE result.revision END,
       attempts = CASE WHEN result.outcome <> 'retry' THEN 0 WHEN result.waited THEN link.attempts - 1
                       ELSE link.attempts END,
       run_only = link.run_only AND (result.outcome = 'retry' OR link.revision > result.revision),
       state = CASE result.outcome WHEN 'accepted' THEN 'synced' WHEN 'unchanged' THEN 'synced'
         WHEN 'retry' THEN link.state WHEN 'removed' THEN 'excluded' WHEN 'forgotten' THEN 'kept' ELSE result.outcome END,
       rejection = result.reason,
       notes = CASE WHEN result.notes IS NULL THEN link.notes
                    ELSE ARRAY(SELECT json_array_elements_text(result.notes)) END,
       accepted_content = CASE WHEN result.outcome = 'accepted' THEN result.content WHEN ${LEFT} THEN NULL
                               ELSE link.accepted_content END,
       fingerprint = CASE WHEN result.outcome = 'accepted' THEN result.fingerprint WHEN ${LEFT} THEN NULL
                          ELSE link.fingerprint END,
       source_fingerprint = CASE result.outcome WHEN 'retry' THEN link.source_fingerprint
                                                ELSE result.source_fingerprint END,
       rejected_fingerprint = CASE result.outcome WHEN 'retry' THEN link.rejected_fingerprint
                                                  ELSE result.rejected_fingerprint END,
       etag = CASE WHEN result.outcome = 'accepted' THEN result.etag WHEN ${LEFT} THEN NULL ELSE link.etag END,
       counter_content = CASE WHEN result.outcome = 'accepted' THEN result.counter_content WHEN ${LEFT} THEN NULL
                              ELSE link.counter_content END,
       counter_changed = link.counter_changed
         AND (result.outcome NOT IN ('accepted', 'unchanged') OR link.revision > result.revision),
       awaits_publishing = link.awaits_publishing AND result.outcome NOT IN ('accepted', 'unchanged'),
       pushed_at = CASE WHEN result.outcome = 'accepted' THEN ? WHEN ${LEFT} THEN NULL ELSE link.pushed_at END,
       deleted_at = CASE WHEN result.outcome IN ('removed', 'forgotten') THEN ?::timestamptz ELSE NULL END
     FROM json_to_recordset(?::json) AS result(
       id text, revision int, outcome text, content jsonb, fingerprint text, source_fingerprint text,
       rejected_fingerprint text, etag text, counter_content jsonb,
       notes json, reason text, gone boolean, created boolean, next_attempt_at timestamptz, waited boolean)
     WHERE link.id = result.id AND link.id = ANY(?) AND link.claim_token = ?
     RETURNING link.id, coalesce(${LEFT} OR result.created, false) AS restarts_stock,
       result.outcome = 'accepted' AS accepted`,
    [now, now, now, jsonText(results), results.map(({ id }) => id), token]
  )
  await restartStockOfProducts(
    sql,
    rows.filter(({ restarts_stock }) => restarts_stock).map(({ id }) => id)
  )
  await markAcceptedStockDue(
    sql,
    rows.filter(({ accepted }) => accepted).map(({ id }) => id)
  )
  return rows.map(({ id }) => id)
}
