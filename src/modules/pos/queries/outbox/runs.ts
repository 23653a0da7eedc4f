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

/** How long marking a catalogue may take; a run that has not begun by then was interrupted. */
const LONGEST_MARKING = "10 minutes"

/** Ends runs of connections whose marking was interrupted; what they marked is pushed all the same. */
export async function failInterruptedRuns(sql: Sql, connectionIds: string[], now: Date): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_run SET state = 'failed', finished_at = ?, updated_at = ?,
       reason = 'The shop was stopped while the run began. Start it again.'
     WHERE connection_id = ANY(?) AND kind = 'push' AND state = 'running' AND resumed_at IS NULL AND deleted_at IS NULL
       AND created_at < ?::timestamptz - interval '${LONGEST_MARKING}'
     RETURNING id`,
    [now, now, connectionIds, now]
  )
}
