import { z } from "zod"
import { OPEN_RUN_STATES, type RunState } from "../../contract/processing"
import { jsonText } from "../../modules/pos/database/json-text"
import { allOf, type Fragment, fragment } from "../../modules/pos/database/page"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { entityId, chooseUuid } from "../../modules/pos/entity-id"
import { IS_MARKING, isUnclaimed } from "../../modules/pos/queue-policies"
import { LOCKED_BY_ID, lockLinks } from "../../modules/pos/link-locks"

/** A product whose link is to exist and to be due. The caller chooses the ids, so that a repeated call is safe. */
export type ProductMark = { id: string; product_id: string; product_uuid: string }

/** Creates marks for products, with the ids for those that have no link yet. */
export const newMarks = (productIds: string[]): ProductMark[] =>
  productIds.map((product_id) => ({ id: entityId("posplink"), product_id, product_uuid: chooseUuid() }))

/**
 * SQL assignments that make a link due. They end the wait after earlier failures, but keep one attempt if there were
 * any. `updated_at` stays the time since which it waits. `run_only` is true while only runs have requested the push.
 */
const DUE = (run: string) => `
  revision = link.revision + 1, attempts = least(link.attempts, 1), next_attempt_at = NULL,
  updated_at = CASE WHEN link.revision > link.pushed_revision THEN link.updated_at ELSE now() END,
  run_id = coalesce(${run}, link.run_id),
  run_only = ${run} IS NOT NULL AND (link.revision = link.pushed_revision OR link.run_only)`

/**
 * SQL query `mark`: products (JSON) in the order of their ids, read when their existing links are locked. Bindings: the
 * products, the connection.
 */
const LOCKED_MARKS = `WITH asked AS (
    SELECT * FROM json_to_recordset(?::json) AS asked(id text, product_id text, product_uuid text)),
  mark AS MATERIALIZED (
    SELECT asked.* FROM asked
    WHERE ${lockLinks(
      `link.connection_id = ? AND link.product_id = ANY(ARRAY(SELECT asked.product_id FROM asked))
       AND link.deleted_at IS NULL`
    )} IS NOT NULL
    ORDER BY asked.product_id)`

/**
 * Creates missing links and makes existing ones due, for one connection, in one statement.
 * @param runId the run that requests it; null: something changed
 * @returns how many links are due
 */
export async function markProductsDue(
  sql: Sql,
  connectionId: string,
  marks: ProductMark[],
  runId: string | null
): Promise<number> {
  const rows = await sql(
    idRowSchema,
    `${LOCKED_MARKS}
     INSERT INTO pos_product_link AS link (id, connection_id, product_id, product_uuid, run_id, run_only)
     SELECT mark.id, ?, mark.product_id, mark.product_uuid, ?, ? FROM mark
     ON CONFLICT (connection_id, product_id) WHERE deleted_at IS NULL DO UPDATE SET ${DUE("excluded.run_id")}
     RETURNING link.id`,
    [jsonText(marks), connectionId, connectionId, runId, runId !== null]
  )
  return rows.length
}

const connectionRowSchema = z.object({ connection_id: z.string() })

/**
 * Makes existing links due, in one connection or (null) in all that have them. Products without a link are skipped.
 * Returns the connections that now have due links.
 */
export async function markLinkedProductsDue(
  sql: Sql,
  productIds: string[],
  connectionId: string | null = null
): Promise<string[]> {
  const rows = await sql(
    connectionRowSchema,
    `UPDATE pos_product_link AS link SET ${DUE("NULL::text")}
     WHERE link.id = ANY(${lockLinks(
       "link.product_id = ANY(?) AND link.deleted_at IS NULL AND (?::text IS NULL OR link.connection_id = ?)"
     )})
     RETURNING link.connection_id`,
    [productIds, connectionId, connectionId]
  )
  return [...new Set(rows.map((row) => row.connection_id))]
}

/** Makes links due, by their ids. */
export async function markLinksDue(sql: Sql, linkIds: string[]): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_product_link AS link SET ${DUE("NULL::text")}
     WHERE link.id = ANY(${LOCKED_BY_ID})
     RETURNING link.id`,
    [linkIds]
  )
}

/**
 * Links of a connection. `sold`: a condition on `link`, see soldLink; `among`: the products that are checked, null: all;
 * `keeps`: products that it no longer sells stay at the POS
 */
type CheckedLinks = { connectionId: string; sold: Fragment; among: string[] | null; keeps: boolean }

/** SQL condition on `link`: its connection does not sell the product, which is not yet handled as the setting says. */
const unsold = ({ connectionId, sold, among, keeps }: CheckedLinks): Fragment =>
  allOf(
    fragment("link.connection_id = ?", connectionId),
    among === null ? null : fragment("link.product_id = ANY(?)", among),
    fragment(
      `link.deleted_at IS NULL AND link.state <> 'excluded'
       AND (link.state <> 'kept' OR NOT ? AND NOT link.awaits_publishing) AND NOT ${sold.text}`,
      keeps,
      ...sold.bindings
    )
  )

/** Makes the links of products that a connection no longer sells due, for a run. */
export async function markUnsoldDue(sql: Sql, input: CheckedLinks & { runId: string }): Promise<number> {
  const { text, bindings } = unsold(input)
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_product_link AS link SET ${DUE("?::text")} WHERE link.id = ANY(${lockLinks(text)}) RETURNING link.id`,
    [input.runId, input.runId, ...bindings]
  )
  return rows.length
}

/** Counts the links that {@link markUnsoldDue} would make due. */
export async function countUnsold(sql: Sql, input: CheckedLinks): Promise<number> {
  const { text, bindings } = unsold(input)
  const [row] = await sql(
    z.object({ count: z.coerce.number() }),
    `SELECT count(*) AS count FROM pos_product_link AS link WHERE ${text}`,
    bindings
  )
  return row?.count ?? 0
}

/** Makes every link of a connection due, because something changed that affects all of them: a tax rate, a setting. */
export async function markAllDue(sql: Sql, connectionId: string): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_product_link AS link SET ${DUE("NULL::text")}
     WHERE link.id = ANY(${lockLinks("link.connection_id = ? AND link.deleted_at IS NULL")})
     RETURNING link.id`,
    [connectionId]
  )
}

/**
 * Forgets what the POS accepted, so that the next push sends everything in full under the same UUIDs. Held products are
 * left out, because they could no longer be compared.
 */
export async function forgetAccepted(sql: Sql, connectionId: string): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_product_link SET accepted_content = NULL, fingerprint = NULL, source_fingerprint = NULL, etag = NULL, updated_at = now(),
       state = CASE WHEN state IN ('excluded', 'kept') THEN state ELSE 'pending' END
     WHERE id = ANY(${lockLinks("link.connection_id = ? AND link.state <> 'held' AND link.deleted_at IS NULL")})
     RETURNING id`,
    [connectionId]
  )
  await sql(
    idRowSchema,
    `UPDATE pos_product_part AS part SET accepted_content = NULL, etag = NULL, updated_at = now()
     WHERE part.connection_id = ? AND part.deleted_at IS NULL AND NOT EXISTS (
       SELECT 1 FROM pos_product_link AS link WHERE link.id = part.product_link_id AND link.state = 'held')
     RETURNING part.id`,
    [connectionId]
  )
}

/**
 * Stores a merchant's decision on products of a connection, creates missing links and makes all of them due. The caller
 * ensures that the store has the products.
 */
export async function setInclusion(
  sql: Sql,
  connectionId: string,
  marks: ProductMark[],
  inclusion: string
): Promise<number> {
  const rows = await sql(
    idRowSchema,
    `${LOCKED_MARKS}
     INSERT INTO pos_product_link AS link (id, connection_id, product_id, product_uuid, inclusion)
     SELECT mark.id, ?, mark.product_id, mark.product_uuid, ? FROM mark
     ON CONFLICT (connection_id, product_id) WHERE deleted_at IS NULL
     DO UPDATE SET inclusion = excluded.inclusion, ${DUE("NULL::text")}
     RETURNING link.id`,
    [jsonText(marks), connectionId, connectionId, inclusion]
  )
  return rows.length
}

/**
 * Sets what the POS shows for one product instead of the store's own values; null: nothing. Returns false when it is
 * not linked.
 */
export async function setOverrides(
  sql: Sql,
  input: { connectionId: string; productId: string; overrides: object | null }
): Promise<boolean> {
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_product_link AS link SET overrides = ?::jsonb, ${DUE("NULL::text")}
     WHERE (link.connection_id = ?) IS TRUE AND link.product_id = ? AND link.deleted_at IS NULL RETURNING link.id`,
    [input.overrides === null ? null : jsonText(input.overrides), input.connectionId, input.productId]
  )
  return rows.length > 0
}

/**
 * Makes links due again whose state at the POS is unknown, because another worker may have written a newer version
 * before.
 */
export async function markOutcomeUnknown(sql: Sql, linkIds: string[]): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_product_link SET revision = revision + 1, fingerprint = NULL, source_fingerprint = NULL, pos_changed = true, run_only = false,
       next_attempt_at = NULL, updated_at = now()
     WHERE id = ANY(${LOCKED_BY_ID}) RETURNING id`,
    [linkIds]
  )
}

const progressSchema = z.object({ id: z.string(), state: z.string(), finished: z.boolean() })

/**
 * Updates the progress of a connection's pushes and ends those that have nothing left, in one statement. A run that is
 * still marking its products (`resumed_at` is null) is not changed. Only due and rejected links are counted, not all
 * links of a run.
 */
export async function refreshRuns(
  sql: Sql,
  connectionId: string,
  now: Date
): Promise<z.infer<typeof progressSchema>[]> {
  return sql(
    progressSchema,
    `UPDATE pos_run AS run SET
       done = greatest(run.total - counted.due, 0), rejected = counted.rejected, updated_at = ?,
       state = CASE WHEN counted.due = 0 THEN 'finished' ELSE run.state END,
       finished_at = CASE WHEN counted.due = 0 THEN ?::timestamptz ELSE NULL END
     FROM (
       SELECT run.id, (
           SELECT count(*) FROM pos_product_link AS link
           WHERE link.connection_id = run.connection_id AND link.run_id = run.id
             AND link.revision > link.pushed_revision AND link.deleted_at IS NULL) AS due, (
           SELECT count(*) FROM pos_product_link AS link
           WHERE link.run_id = run.id AND link.state = 'rejected' AND link.revision = link.pushed_revision
             AND link.deleted_at IS NULL) AS rejected
       FROM pos_run AS run
       WHERE run.connection_id = ? AND run.kind = 'push' AND run.state IN ('running', 'paused')
         AND run.resumed_at IS NOT NULL AND run.deleted_at IS NULL) AS counted
     WHERE run.id = counted.id
     RETURNING run.id, run.state, run.state = 'finished' AS finished`,
    [now, now, connectionId]
  )
}

/** SQL condition: the reason of a rejection was replaced by that of an attempt that failed since. */
const IS_REASON_LOST = "state = 'rejected' AND attempts > 0"

/**
 * Releases links that only a run made due and that no worker has claimed. A product that was never sent gets the state
 * unsent; an edit or the next run sends it. Why an attempt of the run failed says nothing about a product any more: a
 * rejected one that lost its reason stays due, so that the next push names it again.
 */
export async function releaseRun(sql: Sql, run: { id: string; connection_id: string }, now: Date): Promise<number> {
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_product_link SET run_only = false, updated_at = ?,
       pushed_revision = CASE WHEN ${IS_REASON_LOST} THEN pushed_revision ELSE revision END,
       next_attempt_at = CASE WHEN ${IS_REASON_LOST} THEN next_attempt_at END,
       rejection = CASE WHEN state = 'rejected' THEN rejection END,
       state = CASE WHEN accepted_content IS NULL AND state = 'pending' THEN 'unsent' ELSE state END
     WHERE id = ANY(${lockLinks(
       `link.connection_id = ? AND link.run_id = ? AND link.run_only AND link.revision > link.pushed_revision
        AND link.deleted_at IS NULL AND ${isUnclaimed("link.claimed_until")}`
     )})
     RETURNING id`,
    [now, run.connection_id, run.id, now]
  )
  return rows.length
}

/**
 * Locks a run until the transaction ends, if it is in one of the states.
 * @param lock "SHARE" where others may hold it as well
 * @returns false when it is in another state, for example because it ended meanwhile
 */
export async function lockRun(
  sql: Sql,
  runId: string,
  states: readonly RunState[],
  lock: "SHARE" | "UPDATE" = "UPDATE"
): Promise<boolean> {
  const rows = await sql(
    idRowSchema,
    `SELECT id FROM pos_run WHERE id = ? AND state = ANY(?) AND deleted_at IS NULL FOR ${lock}`,
    [runId, [...states]]
  )
  return rows.length > 0
}

/**
 * Marks products for a run. The run is held until the transaction ends, so that it is not canceled between the check and
 * the marks. Once it has ended nothing is marked: its products must not become due.
 * @returns how many products became due
 */
export async function markForRun(sql: Sql, runId: string, mark: () => Promise<number>): Promise<number> {
  return (await lockRun(sql, runId, OPEN_RUN_STATES, "SHARE")) ? mark() : 0
}

/** Returns the pushes of a connection whose products are not all marked yet, the oldest first. */
export async function findMarkingRuns(sql: Sql, connectionId: string): Promise<string[]> {
  const rows = await sql(
    idRowSchema,
    `SELECT run.id FROM pos_run AS run
     WHERE run.connection_id = ? AND run.state = 'running' AND ${IS_MARKING}
     ORDER BY run.created_at, run.id`,
    [connectionId]
  )
  return rows.map(({ id }) => id)
}

/**
 * Cancels older pushes of a connection that are still marking their products, because a newer one marks all of them
 * again. Of two that start at the same time, the newer one remains.
 */
export async function supersedeMarkingRuns(
  sql: Sql,
  newer: { id: string; connection_id: string },
  now: Date
): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_run AS run SET state = 'cancelled', finished_at = ?, updated_at = ?,
       reason = 'A newer sync took its place.'
     FROM pos_run AS newer
     WHERE newer.id = ? AND run.connection_id = ? AND run.state IN ('running', 'paused') AND ${IS_MARKING}
       AND (run.created_at, run.id) < (newer.created_at, newer.id)
     RETURNING run.id`,
    [now, now, newer.id, newer.connection_id]
  )
}
