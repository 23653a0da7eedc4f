import { z } from "zod"
import { minorUnitsColumn, nullableMomentColumn } from "../../modules/pos/database/big-number"
import { startOfDay } from "../../modules/pos/database/days"
import { jsonText } from "../../modules/pos/database/json-text"
import { fragment } from "../../modules/pos/database/page"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { entityId } from "../../modules/pos/entity-id"

const claimedSchema = z.object({ id: z.string(), failures: z.number() })

/** A digest that this process is sending. `failures`: how often a provider has reported that it was not sent. */
export type ClaimedDigest = z.infer<typeof claimedSchema>

/**
 * Claims a recipient's digest of a day, unless it was sent, another process sends it, or its next attempt is not due.
 * The first claim creates its row.
 */
export async function claimDigest(
  sql: Sql,
  { recipient, day, now, until }: { recipient: string; day: string; now: Date; until: Date }
): Promise<ClaimedDigest | null> {
  const [claimed] = await sql(
    claimedSchema,
    `INSERT INTO pos_digest AS known (id, recipient, day, claimed_until, failures) VALUES (:id, :recipient, :day, :until, 0)
     ON CONFLICT (recipient, day) WHERE deleted_at IS NULL DO UPDATE SET claimed_until = excluded.claimed_until,
       updated_at = now()
       WHERE known.sent_at IS NULL AND (known.claimed_until IS NULL OR known.claimed_until <= :now)
         AND (known.next_attempt_at IS NULL OR known.next_attempt_at <= :now)
     RETURNING id, failures`,
    { id: entityId("posdig"), recipient, day, now, until }
  )
  return claimed ?? null
}

/** Records that a digest was sent, and deletes the recipient's digests of days before `keptFrom`. */
export async function recordDigestSent(
  sql: Sql,
  id: string,
  { now, recipient, keptFrom }: { now: Date; recipient: string; keptFrom: string }
): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_digest SET sent_at = ?, claimed_until = NULL, next_attempt_at = NULL, failure = NULL, updated_at = now()
     WHERE id = ? RETURNING id`,
    [now, id]
  )
  await sql(idRowSchema, "DELETE FROM pos_digest WHERE recipient = ? AND day < ? RETURNING id", [recipient, keptFrom])
}

/** Records why a digest was not sent, or why that is not known, with the time of the next attempt. */
export async function recordDigestFailure(
  sql: Sql,
  { id, failure, isKnown, nextAttemptAt }: { id: string; failure: string; isKnown: boolean; nextAttemptAt: string }
): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_digest SET failure = ?, failures = failures + ?, next_attempt_at = ?, claimed_until = NULL,
       updated_at = now() WHERE id = ? RETURNING id`,
    [failure, isKnown ? 1 : 0, nextAttemptAt, id]
  )
}

const latestSchema = z.object({
  recipient: z.string(),
  day: z.string(),
  sent_at: nullableMomentColumn,
  failure: z.string().nullable(),
  next_attempt_at: nullableMomentColumn,
})

/** The latest digest of a recipient. */
export type LatestDigest = z.infer<typeof latestSchema>

/** Reads the latest digest of each recipient. */
export async function readLatestDigests(sql: Sql, recipients: string[]): Promise<LatestDigest[]> {
  return sql(
    latestSchema,
    `SELECT DISTINCT ON (recipient) recipient, day, sent_at, failure, next_attempt_at FROM pos_digest
     WHERE recipient = ANY(?) AND deleted_at IS NULL ORDER BY recipient, day DESC`,
    [recipients]
  )
}

const soldSchema = z.object({
  currency_code: z.string(),
  sales: z.coerce.number(),
  amount: minorUnitsColumn,
  refunds: z.coerce.number(),
  refund_amount: minorUnitsColumn,
})

const daySchema = z.object({
  connection_id: z.string(),
  sold: z.array(soldSchema),
  payouts: z.coerce.number(),
  payout_amount: minorUnitsColumn,
  payouts_differing: z.coerce.number(),
  payouts_failed: z.coerce.number(),
  stock_resolved: z.coerce.number(),
  money_resolved: z.coerce.number(),
  fields_restored: z.coerce.number(),
})

/** Sales of a day in one currency, in minor units: `amount` is less refunds, `refund_amount` is negative. */
export type SoldInCurrency = z.infer<typeof soldSchema>

/**
 * What happened at a connection on a day. `sold` has an entry for each currency of its receipts; `payout_amount` was
 * paid to the bank, in minor units.
 */
export type ConnectionDay = z.infer<typeof daySchema>

/** Reads one day of each connection, in the connection's time zone. */
export async function readConnectionDays(
  sql: Sql,
  days: { connection_id: string; day: string; time_zone: string }[]
): Promise<ConnectionDay[]> {
  const zone = fragment("input.time_zone")
  const begin = startOfDay(fragment("input.day::date"), zone).text
  const end = startOfDay(fragment("(input.day::date + 1)"), zone).text
  const within = (column: string) => `${column} >= period.begins AND ${column} < period.ends`
  return sql(
    daySchema,
    `SELECT input.connection_id, sold.*, paid.*, stock.*, money.*, fields.*
     FROM json_to_recordset(?::json) AS input(connection_id text, day text, time_zone text)
     CROSS JOIN LATERAL (SELECT ${begin} AS begins, ${end} AS ends) AS period
     CROSS JOIN LATERAL (
       SELECT coalesce(json_agg(by_currency ORDER BY by_currency.currency_code), '[]') AS sold
       FROM (
         SELECT currency_code, count(*) FILTER (WHERE NOT refund) AS sales, sum(amount) AS amount,
           count(*) FILTER (WHERE refund) AS refunds, coalesce(sum(amount) FILTER (WHERE refund), 0) AS refund_amount
         FROM pos_receipt AS receipt
         WHERE receipt.connection_id = input.connection_id AND receipt.deleted_at IS NULL
           AND ${within("receipt.sold_at")}
         GROUP BY currency_code) AS by_currency) AS sold
     CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE failed_transaction_id IS NULL) AS payouts,
         coalesce(-sum(amount) FILTER (WHERE failed_transaction_id IS NULL), 0) AS payout_amount,
         count(*) FILTER (WHERE failed_transaction_id IS NULL AND state = 'difference') AS payouts_differing,
         count(*) FILTER (WHERE failed_transaction_id IS NOT NULL) AS payouts_failed
       FROM pos_payout AS payout
       WHERE payout.connection_id = input.connection_id AND payout.deleted_at IS NULL
         AND ${within("payout.occurred_at")}) AS paid
     CROSS JOIN LATERAL (
       SELECT count(*) AS stock_resolved FROM pos_stock_difference AS difference
       WHERE difference.connection_id = input.connection_id AND difference.state = 'gone'
         AND difference.deleted_at IS NULL
         AND ${within("difference.resolved_at")}) AS stock
     CROSS JOIN LATERAL (
       SELECT count(*) AS money_resolved FROM pos_discrepancy AS difference
       WHERE difference.connection_id = input.connection_id AND difference.state = 'gone'
         AND difference.deleted_at IS NULL
         AND ${within("difference.resolved_at")}) AS money
     CROSS JOIN LATERAL (
       SELECT count(*) AS fields_restored FROM pos_activity AS activity
       WHERE activity.connection_id = input.connection_id AND activity.kind = 'restore-field'
         AND activity.deleted_at IS NULL AND ${within("activity.begun_at")}) AS fields`,
    [jsonText(days)]
  )
}
