import { jsonText } from "../../database/json-text"
import type { MoneyDifferenceCause, MoneyDifferenceKind } from "../../../../vocabulary/money"
import { rawOf } from "../../database/big-number"
import { idRowSchema, type Sql } from "../../database/sql"
import { entityId } from "../../entity-id"

/** Money that differs; amounts in minor units. */
export type FoundMoneyDifference = {
  kind: MoneyDifferenceKind
  /** a sale's UUID, a day, a payout's id */
  subject: string
  cause: MoneyDifferenceCause
  expected: number
  found: number | null
  expected_count?: number | null
  found_count?: number | null
  currency_code: string
  occurred_at: Date
  receipt_id?: string | null
  order_id?: string | null
}

/** Records differences, one open row each; what a person left as it is and is still the same stays left. */
export async function recordMoneyDifferences(
  sql: Sql,
  connectionId: string,
  differences: FoundMoneyDifference[],
  now: Date
): Promise<void> {
  if (differences.length === 0) {
    return
  }
  await sql(
    idRowSchema,
    `INSERT INTO pos_money_difference AS known (id, connection_id, kind, subject, cause, expected, raw_expected, found,
       raw_found, expected_count, found_count, currency_code, occurred_at, receipt_id, order_id, found_at, seen_at)
     SELECT row.id, moment.connection_id, row.kind, row.subject, row.cause, row.expected, ${rawOf("row.expected")}, row.found,
       ${rawOf("row.found")}, row.expected_count, row.found_count, row.currency_code, row.occurred_at, row.receipt_id,
       row.order_id, moment.at, moment.at
     FROM json_to_recordset(?::json) AS row(id text, kind text, subject text, cause text, expected numeric, found numeric,
       expected_count int, found_count int, currency_code text, occurred_at timestamptz, receipt_id text, order_id text)
     CROSS JOIN (SELECT ?::text AS connection_id, ?::timestamptz AS at) AS moment
     WHERE NOT EXISTS (
       SELECT 1 FROM pos_money_difference AS left_alone
       WHERE left_alone.connection_id = moment.connection_id AND left_alone.kind = row.kind
         AND left_alone.subject = row.subject AND left_alone.state = 'ignored' AND left_alone.deleted_at IS NULL
         AND (left_alone.expected, left_alone.found) IS NOT DISTINCT FROM (row.expected, row.found) OFFSET 0)
     ON CONFLICT (connection_id, kind, subject) WHERE state = 'open' AND deleted_at IS NULL DO UPDATE
       SET cause = excluded.cause, expected = excluded.expected, raw_expected = excluded.raw_expected,
         found = excluded.found, raw_found = excluded.raw_found, expected_count = excluded.expected_count,
         found_count = excluded.found_count, receipt_id = excluded.receipt_id, order_id = excluded.order_id,
         seen_at = excluded.seen_at, updated_at = now()
     RETURNING id`,
    [jsonText(differences.map((one) => ({ ...one, id: entityId("posmdiff") }))), connectionId, now]
  )
}

/**
 * Closes open differences of kinds that a comparison since `begunAt` has not found again: of what happened within its
 * period, and of days that lie wholly between two, which were compared in part only.
 */
export async function closeMoneyGone(
  sql: Sql,
  gone: {
    connectionId: string
    kinds: MoneyDifferenceKind[]
    period: { from: Date; until: Date }
    /** days of the organization as ISO dates, both exclusive */
    days: { after: string; before: string }
    begunAt: Date
    now: Date
  }
): Promise<void> {
  const { period, days } = gone
  await sql(
    idRowSchema,
    `UPDATE pos_money_difference SET state = 'gone', resolved_at = ?, updated_at = now()
     WHERE connection_id = ? AND state = 'open' AND kind = ANY(?) AND seen_at < ? AND deleted_at IS NULL
       AND CASE WHEN kind = 'purchases' THEN subject > ? AND subject < ? ELSE occurred_at >= ? AND occurred_at < ? END
     RETURNING id`,
    [gone.now, gone.connectionId, gone.kinds, gone.begunAt, days.after, days.before, period.from, period.until]
  )
}

/** Closes one that is open, or says why it is not; false when somebody else has closed it. */
export async function settleMoneyDifference(
  sql: Sql,
  id: string,
  settled: { state: "open" | "mended" | "ignored" | "gone"; failure: string | null },
  now: Date
): Promise<boolean> {
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_money_difference SET state = ?, failure = ?, updated_at = now(),
       resolved_at = CASE WHEN ? THEN NULL ELSE ?::timestamptz END
     WHERE id = ? AND state = 'open' AND deleted_at IS NULL RETURNING id`,
    [settled.state, settled.failure, settled.state === "open", now, id]
  )
  return rows.length > 0
}
