import { z } from "zod"
import { noteOwnWrites, OWN_WRITE, ownWriteSchema } from "../modules/pos/database/housekeeping"
import { jsonText } from "../modules/pos/database/json-text"
import type { Sql } from "../modules/pos/database/sql"
import { type Claim, isUnclaimed } from "../modules/pos/queue-policies"

/** A minute of every hour (`hour` is null) or of one hour of every day, in UTC. */
export type TimeOfDay = { hour: number | null; minute: number }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MINUTE_MS = 60_000

/** Returns the latest time of the schedule that is not after `now`. */
export function latestTime({ hour, minute }: TimeOfDay, now: Date): Date {
  const period = hour === null ? HOUR_MS : DAY_MS
  const offset = (hour ?? 0) * HOUR_MS + minute * MINUTE_MS
  return new Date(Math.floor((now.getTime() - offset) / period) * period + offset)
}

/** The cron expression that Medusa's scheduler uses. */
export const toCron = ({ hour, minute }: TimeOfDay): string => `${minute} ${hour ?? "*"} * * *`

const nameSchema = z.object({ name: z.string() })

/** The recurring job that runs most often. Its last run shows whether workers and scheduler are alive. */
export const SWEEP_JOB = "sweep"

const calledSchema = ownWriteSchema.extend({ is_connected: z.boolean() })

/**
 * Records that Medusa's scheduler has called recurring jobs, which ends the time during which it did not.
 * @returns whether the store has a connection in any state
 */
export async function noteScheduled(sql: Sql, names: string[], now: Date): Promise<boolean> {
  const called = await sql(
    calledSchema,
    `INSERT INTO pos_recurring_job (name, begun_at, scheduled_at)
     SELECT job.name, moment.at, moment.at
     FROM unnest(?::text[]) AS job(name) CROSS JOIN (SELECT ?::timestamptz AS at) AS moment
     ORDER BY job.name
     ON CONFLICT (name) DO UPDATE SET begun_at = excluded.begun_at, scheduled_at = excluded.scheduled_at,
       alone_since = NULL, updated_at = now()
     RETURNING EXISTS (SELECT 1 FROM pos_connection WHERE deleted_at IS NULL) AS is_connected, ${OWN_WRITE}`,
    [names, now]
  )
  noteOwnWrites(called)
  return called[0]?.is_connected ?? true
}

const claimedSchema = ownWriteSchema.extend({ name: z.string() })

/**
 * Claims the recurring jobs that have not been started for `restSeconds`. Another process that calls this at the same
 * time gets none of them.
 * @returns the names of the jobs to run now
 */
export async function claimMissedJob(
  sql: Sql,
  jobs: { name: string; restSeconds: number }[],
  now: Date
): Promise<string[]> {
  const rows = await sql(
    claimedSchema,
    `INSERT INTO pos_recurring_job AS known (name, begun_at, alone_since)
     SELECT job.name, moment.at, moment.at
     FROM json_to_recordset(?::json) AS job(name text) CROSS JOIN (SELECT ?::timestamptz AS at) AS moment
     ORDER BY job.name
     ON CONFLICT (name) DO UPDATE SET begun_at = excluded.begun_at,
       alone_since = coalesce(known.alone_since, excluded.begun_at), updated_at = now()
       WHERE known.begun_at <= excluded.begun_at - make_interval(secs => (?::json ->> known.name)::float)
     RETURNING name, ${OWN_WRITE}`,
    [
      jsonText(jobs.map(({ name }) => ({ name }))),
      now,
      jsonText(Object.fromEntries(jobs.map(({ name, restSeconds }) => [name, restSeconds]))),
    ]
  )
  noteOwnWrites(rows)
  return rows.map(({ name }) => name)
}

/** A job, or a job of one connection, by its name. `dueSince`: the latest of its scheduled times that has passed. */
export type CalendarUnit = { name: string; dueSince: Date }

/**
 * Inserts a row for each unit that has none. A new unit counts as done up to `now`, unless a scheduler calls at its
 * time: then it is due.
 */
export async function addUnits(sql: Sql, units: CalendarUnit[], now: Date, isTime: boolean): Promise<void> {
  await sql(
    nameSchema,
    `INSERT INTO pos_recurring_job (name, begun_at, done_until)
     SELECT unit.name, ?, CASE WHEN ? THEN unit.due_since - interval '1 microsecond' ELSE ?::timestamptz END
     FROM json_to_recordset(?::json) AS unit(name text, due_since timestamptz) ORDER BY unit.name
     ON CONFLICT (name) DO NOTHING RETURNING name`,
    [now, isTime, now, toJson(units)]
  )
}

const toJson = (units: CalendarUnit[]) => jsonText(units.map(({ name, dueSince }) => ({ name, due_since: dueSince })))

/** Claims one of the units that are due and that no other process runs. @returns its name; null: none is due */
export async function claimUnit(
  sql: Sql,
  units: CalendarUnit[],
  { token, now, claimUntil }: Claim
): Promise<string | null> {
  const [row] = await sql(
    nameSchema,
    `UPDATE pos_recurring_job SET begun_at = ?, claimed_until = ?, claim_token = ?, updated_at = now()
     WHERE name = (
       SELECT job.name FROM pos_recurring_job AS job
       JOIN json_to_recordset(?::json) AS unit(name text, due_since timestamptz) ON unit.name = job.name
       WHERE job.done_until < unit.due_since AND ${isUnclaimed("job.claimed_until")}
         AND (job.next_attempt_at IS NULL OR job.next_attempt_at <= ?)
       ORDER BY job.name LIMIT 1 FOR UPDATE OF job SKIP LOCKED)
     RETURNING name`,
    [now, claimUntil, token, toJson(units), now, now]
  )
  return row?.name ?? null
}

/** Extends the claim of a unit while its job runs. */
export async function renewUnit(sql: Sql, name: string, token: string, claimUntil: Date): Promise<void> {
  await sql(
    nameSchema,
    "UPDATE pos_recurring_job SET claimed_until = ? WHERE name = ? AND claim_token = ? RETURNING name",
    [claimUntil, name, token]
  )
}

/** Records that a unit succeeded, for all of its scheduled times up to `dueSince`. */
export async function unitSucceeded(sql: Sql, { name, dueSince }: CalendarUnit, token: string, now: Date) {
  await sql(
    nameSchema,
    `UPDATE pos_recurring_job SET done_until = ?, succeeded_at = ?, failures = 0, failure = NULL, next_attempt_at = NULL,
       claimed_until = NULL, claim_token = NULL, updated_at = now()
     WHERE name = ? AND claim_token = ? RETURNING name`,
    [dueSince, now, name, token]
  )
}

const failuresSchema = z.object({ failures: z.number() })

/** Returns how often a unit has failed since it last succeeded. */
export async function readFailures(sql: Sql, name: string): Promise<number> {
  const [row] = await sql(failuresSchema, "SELECT failures FROM pos_recurring_job WHERE name = ?", [name])
  return row?.failures ?? 0
}

/** Records that a unit failed, and when it is tried again. */
export async function unitFailed(
  sql: Sql,
  { name, token, failure, nextAttemptAt }: { name: string; token: string; failure: string; nextAttemptAt: string }
): Promise<void> {
  await sql(
    nameSchema,
    `UPDATE pos_recurring_job SET failures = failures + 1, failure = ?, next_attempt_at = ?, claimed_until = NULL,
       claim_token = NULL, updated_at = now()
     WHERE name = ? AND claim_token = ? RETURNING name`,
    [failure, nextAttemptAt, name, token]
  )
}
