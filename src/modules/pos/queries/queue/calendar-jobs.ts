import { jsonText } from "../../database/json-text"
import { z } from "@medusajs/framework/zod"
import type { Claim } from "../../queue-terms"
import type { Sql } from "../../database/sql"

/** A job, or a job of one connection, by its name; `dueSince`: the latest of its times that has come. */
export type CalendarUnit = { name: string; dueSince: Date }

const nameSchema = z.object({ name: z.string() })

/**
 * Gives each unit its row. One that was never seen begins as done up to now, unless its time has just come: then it is due.
 */
export async function addUnits(sql: Sql, units: CalendarUnit[], now: Date, isTime: boolean): Promise<void> {
  await sql(
    nameSchema,
    `INSERT INTO pos_duty (name, begun_at, done_until)
     SELECT unit.name, ?, CASE WHEN ? THEN unit.due_since - interval '1 microsecond' ELSE ?::timestamptz END
     FROM json_to_recordset(?::json) AS unit(name text, due_since timestamptz) ORDER BY unit.name
     ON CONFLICT (name) DO NOTHING RETURNING name`,
    [now, isTime, now, toJson(units)]
  )
}

const toJson = (units: CalendarUnit[]) => jsonText(units.map(({ name, dueSince }) => ({ name, due_since: dueSince })))

/** Claims one of the units that are due and that no process does. @returns its name; null: none is due */
export async function claimUnit(
  sql: Sql,
  units: CalendarUnit[],
  { token, now, claimUntil }: Claim
): Promise<string | null> {
  const [row] = await sql(
    nameSchema,
    `UPDATE pos_duty SET begun_at = ?, claimed_until = ?, claim_token = ?, updated_at = now()
     WHERE name = (
       SELECT job.name FROM pos_duty AS job
       JOIN json_to_recordset(?::json) AS unit(name text, due_since timestamptz) ON unit.name = job.name
       WHERE job.done_until < unit.due_since AND (job.claimed_until IS NULL OR job.claimed_until < ?)
         AND (job.next_attempt_at IS NULL OR job.next_attempt_at <= ?)
       ORDER BY job.name LIMIT 1 FOR UPDATE OF job SKIP LOCKED)
     RETURNING name`,
    [now, claimUntil, token, toJson(units), now, now]
  )
  return row?.name ?? null
}

/** Holds a claim for longer, while its job is under way. */
export async function renewUnit(sql: Sql, name: string, token: string, claimUntil: Date): Promise<void> {
  await sql(nameSchema, "UPDATE pos_duty SET claimed_until = ? WHERE name = ? AND claim_token = ? RETURNING name", [
    claimUntil,
    name,
    token,
  ])
}

/** Records that a unit succeeded, for all of its times up to `dueSince`. */
export async function unitSucceeded(sql: Sql, { name, dueSince }: CalendarUnit, token: string, now: Date) {
  await sql(
    nameSchema,
    `UPDATE pos_duty SET done_until = ?, succeeded_at = ?, failures = 0, failure = NULL, next_attempt_at = NULL,
       claimed_until = NULL, claim_token = NULL, updated_at = now()
     WHERE name = ? AND claim_token = ? RETURNING name`,
    [dueSince, now, name, token]
  )
}

const failuresSchema = z.object({ failures: z.number() })

/** How often a unit has failed since it succeeded last. */
export async function readFailures(sql: Sql, name: string): Promise<number> {
  const [row] = await sql(failuresSchema, "SELECT failures FROM pos_duty WHERE name = ?", [name])
  return row?.failures ?? 0
}

/** Records that a unit failed, and when it is tried again. */
export async function unitFailed(
  sql: Sql,
  { name, token, failure, nextAttemptAt }: { name: string; token: string; failure: string; nextAttemptAt: string }
): Promise<void> {
  await sql(
    nameSchema,
    `UPDATE pos_duty SET failures = failures + 1, failure = ?, next_attempt_at = ?, claimed_until = NULL,
       claim_token = NULL, updated_at = now()
     WHERE name = ? AND claim_token = ? RETURNING name`,
    [failure, nextAttemptAt, name, token]
  )
}

/** Records that a job that rests for minutes only has succeeded. */
export async function dutySucceeded(sql: Sql, name: string, now: Date): Promise<void> {
  await sql(nameSchema, "UPDATE pos_duty SET succeeded_at = ?, updated_at = now() WHERE name = ? RETURNING name", [
    now,
    name,
  ])
}
