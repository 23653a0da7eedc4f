import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../database/json-text"
import { ALARM_KINDS, type AlarmKind } from "../../../../vocabulary/attention"
import { entityId } from "../../entity-id"
import { nullableMomentColumn } from "../../database/big-number"
import { idRowSchema, type Sql } from "../../database/sql"

/** Something wrong that was found now. */
export type FoundAlarm = {
  connection_id: string
  kind: AlarmKind
  count: number
  reason: string | null
  since: Date | null
}

/**
 * Raises what is new among all that is wrong now, and ends what is no longer. An alarm that nobody was told of and that
 * nobody is telling of is forgotten with its end.
 */
export async function keepAlarms(sql: Sql, found: FoundAlarm[], now: Date): Promise<void> {
  await sql(
    z.unknown(),
    `WITH found AS MATERIALIZED (
       SELECT * FROM json_to_recordset(?::json)
         AS found(id text, connection_id text, kind text, count int, reason text, since timestamptz)
     ), ended AS (
       UPDATE pos_alarm AS alarm SET ended_at = ?, next_attempt_at = NULL, attempts = 0, updated_at = now()
       WHERE alarm.ended_at IS NULL AND NOT EXISTS (
         SELECT 1 FROM found WHERE found.connection_id = alarm.connection_id AND found.kind = alarm.kind)
     )
     INSERT INTO pos_alarm AS known (id, connection_id, kind, count, reason, since, raised_at)
     SELECT id, connection_id, kind, count, reason, coalesce(since, moment.at), moment.at
     FROM found CROSS JOIN (SELECT ?::timestamptz AS at) AS moment
     ON CONFLICT (connection_id, kind) WHERE ended_at IS NULL AND deleted_at IS NULL DO UPDATE
       SET count = excluded.count, reason = excluded.reason, since = least(known.since, excluded.since), updated_at = now()
       WHERE (known.count, known.reason) IS DISTINCT FROM (excluded.count, excluded.reason)`,
    [jsonText(found.map((one) => ({ ...one, id: entityId("posalarm") }))), now, now]
  )
  await sql(
    idRowSchema,
    `DELETE FROM pos_alarm WHERE ended_at IS NOT NULL AND told_at IS NULL
       AND (claimed_until IS NULL OR claimed_until < ?) RETURNING id`,
    [now]
  )
}

const claimedSchema = z.object({
  id: z.string(),
  connection_id: z.string(),
  organization_name: z.string().nullable(),
  kind: z.enum(ALARM_KINDS),
  count: z.number(),
  reason: z.string().nullable(),
  since: z.date(),
  ended_at: nullableMomentColumn,
  attempts: z.number(),
})

/** An alarm whose beginning or, with `ended_at`, whose end is to be told. */
export type ClaimedAlarm = z.infer<typeof claimedSchema>

const TOLD_AT_ONCE = 20

/**
 * Claims alarms that are to be told: that they began, once they have lasted since `raisedBefore`, and that they ended, of
 * those whose beginning was told.
 */
export async function claimAlarms(
  sql: Sql,
  { now, until, raisedBefore }: { now: Date; until: Date; raisedBefore: Date }
): Promise<ClaimedAlarm[]> {
  return sql(
    claimedSchema,
    `UPDATE pos_alarm AS alarm SET claimed_until = ?, attempts = alarm.attempts + 1, updated_at = now()
     FROM pos_connection AS connection
     WHERE connection.id = alarm.connection_id AND alarm.id = ANY(ARRAY(
       SELECT due.id FROM pos_alarm AS due
       WHERE due.deleted_at IS NULL AND (due.claimed_until IS NULL OR due.claimed_until < ?)
         AND (due.next_attempt_at IS NULL OR due.next_attempt_at <= ?)
         AND CASE WHEN due.ended_at IS NULL THEN due.told_at IS NULL AND due.raised_at <= ?
                  ELSE due.told_at IS NOT NULL END
       ORDER BY due.raised_at, due.id LIMIT ${TOLD_AT_ONCE} FOR UPDATE SKIP LOCKED))
     RETURNING alarm.id, alarm.connection_id, connection.organization_name, alarm.kind, alarm.count, alarm.reason,
       alarm.since, alarm.ended_at, alarm.attempts`,
    [until, now, now, raisedBefore]
  )
}

/** It was told: an end ends the row, too. */
export async function noteTold(sql: Sql, alarm: Pick<ClaimedAlarm, "id" | "ended_at">, now: Date): Promise<void> {
  if (alarm.ended_at !== null) {
    await sql(idRowSchema, "DELETE FROM pos_alarm WHERE id = ? RETURNING id", [alarm.id])
    return
  }
  await sql(
    idRowSchema,
    `UPDATE pos_alarm SET told_at = ?, attempts = 0, next_attempt_at = NULL, claimed_until = NULL, failure = NULL,
       updated_at = now() WHERE id = ? RETURNING id`,
    [now, alarm.id]
  )
}

/** It could not be told; another try comes later. */
export async function noteUntold(sql: Sql, id: string, failure: string, nextAttemptAt: string): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_alarm SET failure = ?, next_attempt_at = ?, claimed_until = NULL, updated_at = now()
     WHERE id = ? RETURNING id`,
    [failure, nextAttemptAt, id]
  )
}
