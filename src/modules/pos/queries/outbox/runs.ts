import { z } from "@medusajs/framework/zod"
import { idRowSchema, type Sql } from "../../database/sql"

const progressSchema = z.object({ id: z.string(), state: z.string(), finished: z.boolean() })

/**
 * Counts what is done of a connection's pushes, and ends those that have nothing left, in one statement. A run that is
 * still marking its products has not begun (`resumed_at`) and is left alone. Only what is due or rejected is looked at, not
 * all that a run was to bring.
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
       SELECT one.id, (
           SELECT count(*) FROM pos_product_link AS link
           WHERE link.connection_id = one.connection_id AND link.run_id = one.id
             AND link.revision > link.pushed_revision AND link.deleted_at IS NULL) AS due, (
           SELECT count(*) FROM pos_product_link AS link
           WHERE link.run_id = one.id AND link.state = 'rejected' AND link.revision = link.pushed_revision
             AND link.deleted_at IS NULL) AS rejected
       FROM pos_run AS one
       WHERE one.connection_id = ? AND one.kind = 'push' AND one.state IN ('running', 'paused')
         AND one.resumed_at IS NOT NULL AND one.deleted_at IS NULL) AS counted
     WHERE run.id = counted.id
     RETURNING run.id, run.state, run.state = 'finished' AS finished`,
    [now, now, connectionId]
  )
}

/**
 * Lets go of what only a run made due and no pump has claimed. A product that was never sent is shown as unsent; an
 * edit or the next run sends it.
 */
export async function releaseRun(sql: Sql, run: { id: string; connection_id: string }, now: Date): Promise<number> {
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_product_link SET pushed_revision = revision, run_only = false, updated_at = ?, next_attempt_at = NULL,
       state = CASE WHEN accepted_content IS NULL AND state = 'pending' THEN 'unsent' ELSE state END
     WHERE connection_id = ? AND run_id = ? AND run_only AND revision > pushed_revision AND deleted_at IS NULL
       AND (claimed_until IS NULL OR claimed_until < ?)
     RETURNING id`,
    [now, run.connection_id, run.id, now]
  )
  return rows.length
}

/** A condition on `run`: a push whose products are not all marked yet. A paused one continues with that when it is resumed. */
export const IS_MARKING = "run.kind = 'push' AND run.resumed_at IS NULL AND run.deleted_at IS NULL"

/** Pushes of a connection whose products are not all marked yet, the oldest first. */
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
 * Ends older pushes of a connection that are still marking their products, because a newer one marks all of them again. Of
 * two that begin at once the newer survives.
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
