import { jsonText } from "../../database/json-text"
import { idRowSchema, type Sql } from "../../database/sql"

/** How one claimed entry ended. */
export type InboxResult =
  | { id: string; state: "done" }
  | { id: string; state: "ignored" | "dead"; reason: string }
  /**
   * `waited`: it was not its turn yet, which is no attempt. `postponed`: nor was this, since what is no fault of its own
   * failed; how often in a row is counted
   */
  | { id: string; state: "pending"; reason: string; next_attempt_at: string; waited?: boolean; postponed?: boolean }

/**
 * Records how entries ended and ends their claims, in one statement. A claim that another process has taken over is not
 * touched: how those entries end is for the other to say, and their effects are there once.
 */
export async function settleInboxEntries(sql: Sql, now: Date, token: string, results: InboxResult[]): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_inbox_entry AS entry SET
       state = result.state, reason = result.reason, next_attempt_at = result.next_attempt_at, claimed_until = NULL, claim_token = NULL,
       attempts = CASE WHEN result.waited OR result.postponed THEN entry.attempts ELSE entry.attempts + 1 END,
       postponements = CASE WHEN result.postponed THEN entry.postponements + 1 WHEN result.waited THEN entry.postponements ELSE 0 END,
       handled_at = CASE WHEN result.state = 'pending' THEN NULL ELSE ?::timestamptz END, updated_at = ?
     FROM json_to_recordset(?::json) AS result(id text, state text, reason text, next_attempt_at timestamptz, waited boolean, postponed boolean)
     WHERE entry.id = result.id AND entry.id = ANY(?) AND entry.claim_token = ?
     RETURNING entry.id`,
    [now, now, jsonText(results), results.map(({ id }) => id), token]
  )
}

/**
 * Makes ended entries pending again, for a person's replay: all dead ones, or those that are named, of which ignored
 * and dismissed ones too. Returns how many.
 */
export async function replayInboxEntries(sql: Sql, connectionId: string, ids: string[] | null): Promise<number> {
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_inbox_entry
     SET state = 'pending', attempts = 0, postponements = 0, next_attempt_at = NULL, claimed_until = NULL, claim_token = NULL, handled_at = NULL, updated_at = now()
     WHERE deleted_at IS NULL AND ${
       ids === null
         ? "connection_id = ? AND state = 'dead'"
         : "(connection_id = ?) IS TRUE AND state IN ('dead', 'ignored', 'dismissed') AND id = ANY(?)"
     }
     RETURNING id`,
    [connectionId, ...(ids === null ? [] : [ids])]
  )
  return rows.length
}
