import { z } from "zod"
import { INCLUSIONS, PRODUCT_LINK_STATES } from "../../contract/catalog"
import { jsonText } from "../../modules/pos/database/json-text"
import type { Sql } from "../../modules/pos/database/sql"
import { type Claim, isUnclaimed } from "../../modules/pos/queue-policies"
import { closeOfDeletedProducts, endStockOfProducts, markAcceptedStockDue } from "../stock"
import { lockLinks } from "../../modules/pos/link-locks"

/**
 * SQL is used here because the outbox claims and settles whole batches in one statement each, which the generated
 * methods cannot do.
 */
const claimedProductLinkSchema = z.object({
  id: z.string(),
  product_id: z.string(),
  product_uuid: z.string(),
  revision: z.number(),
  pushed_revision: z.number(),
  attempts: z.number(),
  fingerprint: z.string().nullable(),
  rejected_fingerprint: z.string().nullable(),
  inclusion: z.enum(INCLUSIONS),
  overrides: z.unknown(),
  pos_changed: z.boolean(),
  state: z.string(),
  at_pos: z.boolean(),
  /** false only when its push was never tried before */
  may_be_there: z.boolean(),
  awaits_publishing: z.boolean(),
  /** a change of it is held, or has been released and is not at the POS yet */
  is_held: z.boolean(),
  /** its deletion at the POS is held, or has been decided on and is not carried out yet */
  is_deletion_held: z.boolean(),
})

export type ClaimedProductLink = z.infer<typeof claimedProductLinkSchema>

/** SQL condition: a change of the link is recorded. A push that dies leaves one that the link's state does not show. */
const hasChange = (condition: string) =>
  `EXISTS (SELECT 1 FROM pos_held_change AS held
     WHERE held.link_id = pos_product_link.id AND ${condition} AND held.deleted_at IS NULL)`

/** The columns of a link that a push needs. */
const CLAIM_COLUMNS = `id, product_id, product_uuid, revision, pushed_revision, attempts, fingerprint, rejected_fingerprint,
  inclusion, overrides, pos_changed, state, accepted_content IS NOT NULL AS at_pos,
  (accepted_content IS NOT NULL OR pushed_at IS NOT NULL OR attempts > 1) AS may_be_there, awaits_publishing,
  (state = 'held' OR ${hasChange("held.change_group IN ('removal', 'price', 'image') AND held.state IN ('held', 'approved')")})
    AS is_held,
  ${hasChange("held.change_group = 'removal_in_store' AND held.state <> 'passed'")} AS is_deletion_held`

/**
 * Claims due links of a connection until `claimUntil`; other workers skip rows that are claimed or being claimed.
 * Single edits go before the rows of a run, and the rows of a paused run wait.
 */
export async function claimProductLinks(
  sql: Sql,
  input: Claim & { connectionId: string; limit: number }
): Promise<ClaimedProductLink[]> {
  return sql(
    claimedProductLinkSchema,
    // The array makes the claim a lookup by ids, regardless of what the planner assumes about the table.
    `UPDATE pos_product_link SET claimed_until = ?, claim_token = ?, attempts = attempts + 1
     WHERE id = ANY(ARRAY(
       SELECT link.id FROM pos_product_link AS link
       WHERE link.connection_id = ? AND link.revision > link.pushed_revision AND link.deleted_at IS NULL
         AND ${isUnclaimed("link.claimed_until")}
         AND (link.next_attempt_at IS NULL OR link.next_attempt_at <= ?)
         AND NOT (link.run_only AND link.run_id IN (
           SELECT run.id FROM pos_run AS run
           WHERE run.connection_id = link.connection_id AND run.state = 'paused' AND run.deleted_at IS NULL))
       ORDER BY link.run_only, link.id LIMIT ? FOR UPDATE OF link SKIP LOCKED))
     RETURNING ${CLAIM_COLUMNS}`,
    [input.claimUntil, input.token, input.connectionId, input.now, input.now, input.limit]
  )
}

/** The result of pushing one claimed link. `revision` is the one that was claimed. */
export type ProductPushResult = { id: string; revision: number; notes?: string[] } & (
  | {
      outcome: "accepted"
      content: unknown
      fingerprint: string
      source_fingerprint: string | null
      etag: string | null
      pos_content: unknown
      /** the POS did not have it: its stock starts with initial matching */
      created: boolean
    }
  | { outcome: "unchanged"; source_fingerprint: string | null }
  /** `gone`: it was deleted at the POS, by the connection's policy */
  | { outcome: "rejected"; reason: string; gone: boolean; rejected_fingerprint: string }
  /** part of a mass change that waits for a person; any further edit makes it due again */
  | { outcome: "held"; rejected_fingerprint: string | null }
  /**
   * `removed`: deleted with the store's product; `forgotten`: the store's product was deleted, but the POS keeps its
   * own
   */
  | { outcome: "excluded" | "kept" | "removed" | "forgotten" }
  /** `waited`: the rate limit delayed its call, which uses no attempt */
  | { outcome: "retry"; reason: string; next_attempt_at: string; waited: boolean }
)

const recordedSchema = z.object({
  id: z.string(),
  ends_stock: z.boolean(),
  accepted: z.boolean(),
  is_deleted: z.boolean(),
})

const LEFT = "result.outcome IN ('excluded', 'removed', 'forgotten') OR result.gone"

/** A person dismissed a rejection, and the product is rejected for the same reason again, or not yet decided. */
const KEEPS_DISMISSAL = "result.outcome = 'retry' OR result.reason = link.dismissed_rejection"

/** What the POS changed may still be there: nothing was written, or it changed again meanwhile. */
const MAY_DIFFER = "(result.outcome NOT IN ('accepted', 'unchanged') OR link.revision > result.revision)"

/**
 * Records the results of pushes and ends their claims, in one transaction. Stock tracking ends for products that were
 * deleted at the POS, and starts with initial matching for products that were created there. A link that changed
 * meanwhile stays due, because its revision is ahead of the pushed one. A claim that another worker has taken over is
 * not changed.
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
       claimed_until = NULL, claim_token = NULL, next_attempt_at = result.next_attempt_at,
       updated_at = CASE result.outcome WHEN 'retry' THEN link.updated_at ELSE ?::timestamptz END,
       pushed_revision = CASE result.outcome WHEN 'retry' THEN link.pushed_revision ELSE result.revision END,
       attempts = CASE WHEN result.outcome <> 'retry' THEN 0 WHEN result.waited THEN link.attempts - 1
                       ELSE link.attempts END,
       run_only = link.run_only AND (result.outcome = 'retry' OR link.revision > result.revision),
       state = CASE result.outcome WHEN 'accepted' THEN 'synced' WHEN 'unchanged' THEN 'synced'
         WHEN 'retry' THEN link.state WHEN 'removed' THEN 'excluded' WHEN 'forgotten' THEN 'kept' ELSE result.outcome END,
       rejection = result.reason,
       dismissed_rejection = CASE WHEN ${KEEPS_DISMISSAL} THEN link.dismissed_rejection END,
       dismissal_reason = CASE WHEN ${KEEPS_DISMISSAL} THEN link.dismissal_reason END,
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
       pos_content = CASE WHEN result.outcome = 'accepted' THEN result.pos_content WHEN ${LEFT} THEN NULL
                              ELSE link.pos_content END,
       pos_changed = link.pos_changed AND ${MAY_DIFFER},
       pos_edits = CASE WHEN ${MAY_DIFFER} AND NOT (${LEFT}) THEN link.pos_edits END,
       awaits_publishing = link.awaits_publishing AND result.outcome NOT IN ('accepted', 'unchanged'),
       pushed_at = CASE WHEN result.outcome = 'accepted' THEN ? WHEN ${LEFT} THEN NULL ELSE link.pushed_at END,
       deleted_at = CASE WHEN result.outcome IN ('removed', 'forgotten') THEN ?::timestamptz ELSE NULL END
     FROM json_to_recordset(?::json) AS result(
       id text, revision int, outcome text, content jsonb, fingerprint text, source_fingerprint text,
       rejected_fingerprint text, etag text, pos_content jsonb,
       notes json, reason text, gone boolean, created boolean, next_attempt_at timestamptz, waited boolean)
     WHERE link.id = result.id AND link.id = ANY(${lockLinks("link.id = ANY(?) AND link.claim_token = ?")})
     RETURNING link.id, coalesce(${LEFT} OR result.created, false) AS ends_stock,
       result.outcome = 'accepted' AS accepted, result.outcome IN ('removed', 'forgotten') AS is_deleted`,
    [now, now, now, jsonText(results), results.map(({ id }) => id), token]
  )
  await endStockOfProducts(
    sql,
    rows.filter(({ ends_stock }) => ends_stock).map(({ id }) => id)
  )
  await closeOfDeletedProducts(
    sql,
    rows.filter(({ is_deleted }) => is_deleted).map(({ id }) => id),
    now
  )
  await markAcceptedStockDue(
    sql,
    rows.filter(({ accepted }) => accepted).map(({ id }) => id)
  )
  return rows.map(({ id }) => id)
}

const acceptedSchema = z.object({
  id: z.string(),
  accepted_content: z.unknown(),
  etag: z.string().nullable(),
  pos_content: z.unknown(),
})

export type AcceptedContent = z.infer<typeof acceptedSchema>

/**
 * Returns what the POS last accepted of links. It is read separately, because most pushes find that nothing changed.
 */
export async function readAcceptedContents(sql: Sql, linkIds: string[]): Promise<Map<string, AcceptedContent>> {
  const rows = await sql(
    acceptedSchema,
    `SELECT id, accepted_content, etag, pos_content FROM pos_product_link WHERE id = ANY(?)
       AND (accepted_content IS NOT NULL OR pos_content IS NOT NULL)`,
    [linkIds]
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Returns one page of links that are not due, ordered by product. Links that a canceled run skipped are left out.
 * PostgreSQL would assume that equal revisions are rare and sort all rows; this is why the condition is `<=`.
 */
export async function findQuietLinks(
  sql: Sql,
  input: { connectionId: string; after: string; limit: number }
): Promise<ClaimedProductLink[]> {
  return sql(
    claimedProductLinkSchema,
    `SELECT ${CLAIM_COLUMNS} FROM pos_product_link
     WHERE connection_id = ? AND product_id > ? AND revision <= pushed_revision AND state <> 'unsent'
       AND deleted_at IS NULL
     ORDER BY product_id LIMIT ?`,
    [input.connectionId, input.after, input.limit]
  )
}

/** Returns the links of products. */
export async function findLinksOf(sql: Sql, connectionId: string, productIds: string[]): Promise<ClaimedProductLink[]> {
  return sql(
    claimedProductLinkSchema,
    `SELECT ${CLAIM_COLUMNS} FROM pos_product_link
     WHERE (connection_id = ?) IS TRUE AND product_id = ANY(?) AND deleted_at IS NULL`,
    [connectionId, productIds]
  )
}

const countsSchema = z.object({
  total: z.coerce.number(),
  synced: z.coerce.number(),
  rejected: z.coerce.number(),
  pending: z.coerce.number(),
  excluded: z.coerce.number(),
})

export type ProductLinkCounts = z.infer<typeof countsSchema>

const NONE: ProductLinkCounts = { total: 0, synced: 0, rejected: 0, pending: 0, excluded: 0 }

/**
 * States other than `synced`. Nearly all links are synced, so they are computed from the total, which takes half as
 * long as grouping by state.
 */
const NOT_SYNCED = PRODUCT_LINK_STATES.filter((state) => state !== "synced")

/** Counts a connection's links by state, see {@link countProductLinksOf}. */
export async function countProductLinks(sql: Sql, connectionId: string): Promise<ProductLinkCounts> {
  return (await countProductLinksOf(sql, [connectionId]))(connectionId)
}

/**
 * Counts the links of connections by state. `pending` counts what is due, `excluded` what is not sold at the POS. It is
 * one statement that reads two indexes.
 * @param totals known total number of links, by connection id; these are not counted again
 */
export async function countProductLinksOf(
  sql: Sql,
  connectionIds: string[],
  totals: ReadonlyMap<string, number> = new Map()
): Promise<(connectionId: string) => ProductLinkCounts> {
  const connectionTotals = connectionIds.map((connection_id) => ({
    connection_id,
    total: totals.get(connection_id) ?? null,
  }))
  const rows = await sql(
    countsSchema.extend({ connection_id: z.string() }),
    `SELECT asked.connection_id, due.links AS pending, whole.links AS total,
            greatest(whole.links - due.links - other.links, 0) AS synced, other.rejected, other.excluded
     FROM json_to_recordset(?::json) AS asked(connection_id text, total bigint)
     CROSS JOIN LATERAL (
       SELECT count(*) AS links FROM pos_product_link
       WHERE connection_id = asked.connection_id AND revision > pushed_revision AND deleted_at IS NULL) AS due
     CROSS JOIN LATERAL (
       SELECT coalesce(asked.total, due.links + (
         SELECT count(*) FROM pos_product_link
         WHERE connection_id = asked.connection_id AND revision = pushed_revision AND deleted_at IS NULL)) AS links
     ) AS whole
     CROSS JOIN LATERAL (
       SELECT count(*) AS links, count(*) FILTER (WHERE state = 'rejected') AS rejected,
              count(*) FILTER (WHERE state IN ('excluded', 'kept')) AS excluded
       FROM pos_product_link
       WHERE connection_id = asked.connection_id AND revision = pushed_revision AND deleted_at IS NULL
         AND state = ANY(?)) AS other`,
    [jsonText(connectionTotals), NOT_SYNCED]
  )
  const counts = new Map(rows.map(({ connection_id, ...count }) => [connection_id, count]))
  return (connectionId) => counts.get(connectionId) ?? NONE
}

/** Returns whether a connection has any links. */
export async function hasProductLinks(sql: Sql, connectionId: string): Promise<boolean> {
  const rows = await sql(
    z.unknown(),
    "SELECT 1 FROM pos_product_link WHERE connection_id = ? AND deleted_at IS NULL LIMIT 1",
    [connectionId]
  )
  return rows.length > 0
}
