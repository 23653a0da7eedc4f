import { z } from "zod"
import type { DiscrepancyCause, DiscrepancyKind, ReceiptChange } from "../../contract/finance"
import { minorUnitsColumn, rawColumnSql } from "../../modules/pos/database/big-number"
import { jsonText } from "../../modules/pos/database/json-text"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { entityId } from "../../modules/pos/entity-id"
import { forgetSettlement } from "../finance"
import { markingChanged } from "../sales"

/** A financial discrepancy; amounts in minor units. */
export type Discrepancy = {
  kind: DiscrepancyKind
  /** a sale's UUID, a day, a payout's id */
  subject: string
  cause: DiscrepancyCause
  expected: number
  found: number | null
  expected_count?: number | null
  found_count?: number | null
  /** of a receipt: its differing fields */
  changes?: ReceiptChange[]
  currency_code: string
  occurred_at: Date
  receipt_id?: string | null
  order_id?: string | null
}

/** Records discrepancies, one open row each. One that a person accepted stays accepted while it is unchanged. */
export async function recordDiscrepancies(
  sql: Sql,
  connectionId: string,
  differences: Discrepancy[],
  now: Date
): Promise<void> {
  if (differences.length === 0) {
    return
  }
  await sql(
    idRowSchema,
    `INSERT INTO pos_discrepancy AS known (id, connection_id, kind, subject, cause, expected, raw_expected, found,
       raw_found, expected_count, found_count, changes, currency_code, occurred_at, receipt_id, order_id, found_at, seen_at)
     SELECT row.id, moment.connection_id, row.kind, row.subject, row.cause, row.expected, ${rawColumnSql("row.expected")}, row.found,
       ${rawColumnSql("row.found")}, row.expected_count, row.found_count, row.changes, row.currency_code, row.occurred_at,
       row.receipt_id, row.order_id, moment.at, moment.at
     FROM json_to_recordset(?::json) AS row(id text, kind text, subject text, cause text, expected numeric, found numeric,
       expected_count int, found_count int, changes jsonb, currency_code text, occurred_at timestamptz, receipt_id text, order_id text)
     CROSS JOIN (SELECT ?::text AS connection_id, ?::timestamptz AS at) AS moment
     WHERE NOT EXISTS (
       SELECT 1 FROM pos_discrepancy AS left_alone
       WHERE left_alone.connection_id = moment.connection_id AND left_alone.kind = row.kind
         AND left_alone.subject = row.subject AND left_alone.state = 'ignored' AND left_alone.deleted_at IS NULL
         AND (left_alone.currency_code, left_alone.expected, left_alone.found, left_alone.expected_count,
             left_alone.found_count, left_alone.changes)
           IS NOT DISTINCT FROM (row.currency_code, row.expected, row.found, row.expected_count, row.found_count, row.changes)
         OFFSET 0)
     ON CONFLICT (connection_id, kind, subject) WHERE state = 'open' AND deleted_at IS NULL DO UPDATE
       SET cause = excluded.cause, currency_code = excluded.currency_code, expected = excluded.expected, raw_expected = excluded.raw_expected,
         found = excluded.found, raw_found = excluded.raw_found, expected_count = excluded.expected_count,
         found_count = excluded.found_count, changes = excluded.changes, receipt_id = excluded.receipt_id, order_id = excluded.order_id,
         seen_at = excluded.seen_at, updated_at = now()
     RETURNING id`,
    [jsonText(differences.map((difference) => ({ ...difference, id: entityId("posmdiff") }))), connectionId, now]
  )
}

/**
 * Closes open discrepancies of the given kinds that a comparison since `begunAt` has not found again. It covers events
 * within the comparison's period, and days that lie wholly within it, because days at its edge were compared only in
 * part.
 */
export async function closeResolvedDiscrepancies(
  sql: Sql,
  gone: {
    connectionId: string
    kinds: DiscrepancyKind[]
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
    `UPDATE pos_discrepancy SET state = 'gone', resolved_at = ?, updated_at = now()
     WHERE connection_id = ? AND state = 'open' AND kind = ANY(?) AND seen_at < ? AND deleted_at IS NULL
       AND CASE WHEN kind = 'purchases' THEN subject > ? AND subject < ? ELSE occurred_at >= ? AND occurred_at < ? END
     RETURNING id`,
    [gone.now, gone.connectionId, gone.kinds, gone.begunAt, days.after, days.before, period.from, period.until]
  )
}

/** Closes an open discrepancy, or records why it stays open. @returns false when it was already closed */
export async function settleDiscrepancy(
  sql: Sql,
  id: string,
  settled: {
    state: "open" | "fixed" | "ignored" | "gone"
    failure: string | null
    /** why a person ignores it, in their words */
    dismissalReason: string | null
  },
  now: Date
): Promise<boolean> {
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_discrepancy SET state = ?, failure = ?, dismissal_reason = ?, updated_at = now(),
       resolved_at = CASE WHEN ? THEN NULL ELSE ?::timestamptz END
     WHERE id = ? AND state = 'open' AND deleted_at IS NULL RETURNING id`,
    [settled.state, settled.failure, settled.dismissalReason, settled.state === "open", now, id]
  )
  return rows.length > 0
}

/** Opens ignored discrepancies again. One whose subject has an open discrepancy already stays ignored. */
export async function reopenDiscrepancies(sql: Sql, connectionId: string, ids: string[]): Promise<number> {
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_discrepancy AS difference
     SET state = 'open', resolved_at = NULL, dismissal_reason = NULL, updated_at = now()
     WHERE difference.id IN (
         SELECT DISTINCT ON (known.kind, known.subject) known.id FROM pos_discrepancy AS known
         WHERE known.id = ANY(?) AND known.state = 'ignored' AND (known.connection_id = ?) IS TRUE AND known.deleted_at IS NULL
         ORDER BY known.kind, known.subject, known.found_at DESC)
       AND NOT EXISTS (
         SELECT 1 FROM pos_discrepancy AS current
         WHERE current.connection_id = difference.connection_id AND current.kind = difference.kind
           AND current.subject = difference.subject AND current.state = 'open' AND current.deleted_at IS NULL)
     RETURNING difference.id`,
    [ids, connectionId]
  )
  return rows.length
}

const comparedSchema = z.object({
  id: z.string(),
  account_group: z.string(),
  occurred_at: z.date(),
  after_at: z.date(),
  amount: minorUnitsColumn,
  /** the transactions' sum above the payout's amount, as it was allocated */
  difference: minorUnitsColumn,
  /** the transactions' sum when they were allocated, and now */
  composed: minorUnitsColumn,
  present: minorUnitsColumn,
})

/** A payout and the sums of its transactions. */
export type ComparedPayout = z.infer<typeof comparedSchema>

const COMPARED = `
  SELECT payout.id, payout.account_group, payout.occurred_at, payout.after_at, payout.amount, payout.difference,
    payout.gross + payout.refunds + payout.fees + payout.returned + payout.adjustments AS composed, (
      SELECT coalesce(sum(settled.amount), 0) FROM pos_account_transaction AS settled
      WHERE settled.connection_id = payout.connection_id AND settled.account_group = payout.account_group
        AND (settled.occurred_at, settled.originating_uuid, settled.id) > (payout.after_at, payout.after_uuid, payout.after_id)
        AND (settled.occurred_at, settled.originating_uuid, settled.id) <= (payout.to_at, payout.to_uuid, payout.to_id)
        AND settled.type <> 'PAYOUT' AND settled.withdrawn_at IS NULL AND settled.deleted_at IS NULL) AS present
  FROM pos_payout AS payout
  WHERE payout.connection_id = ? AND payout.deleted_at IS NULL`

/** Reads payouts of an account in a period after a position, oldest first, each with the sum of its transactions. */
export async function comparePayouts(
  sql: Sql,
  read: {
    connectionId: string
    group: string
    from: Date
    until: Date
    after: { at: string; id: string }
    limit: number
  }
): Promise<ComparedPayout[]> {
  return sql(
    comparedSchema,
    `${COMPARED} AND payout.account_group = ? AND payout.occurred_at >= ? AND payout.occurred_at < ?
       AND (payout.occurred_at, payout.id) > (?::timestamptz, ?)
     ORDER BY payout.occurred_at, payout.id LIMIT ?`,
    [read.connectionId, read.group, read.from, read.until, read.after.at, read.after.id, read.limit]
  )
}

/** Same as {@link comparePayouts}, for one payout. */
export async function comparePayout(sql: Sql, connectionId: string, id: string): Promise<ComparedPayout | null> {
  const [payout] = await sql(comparedSchema, `${COMPARED} AND payout.id = ?`, [connectionId, id])
  return payout ?? null
}

/** Marks the transactions of an account from a moment on to be allocated to payouts again. */
export async function composeFrom(sql: Sql, accountId: string, at: Date): Promise<void> {
  await sql(
    idRowSchema,
    "UPDATE pos_account SET compose_from = least(compose_from, ?::timestamptz), updated_at = now() WHERE id = ? RETURNING id",
    [at, accountId]
  )
}

const sumSchema = z.object({
  day: z.string(),
  currency_code: z.string(),
  count: z.coerce.number(),
  amount: minorUnitsColumn,
})

/**
 * Sums up the receipts of a period by currency and by day in a time zone (`YYYY-MM-DD`); `amount` in minor units,
 * refunds subtracted.
 */
export async function sumReceiptsByDay(
  sql: Sql,
  period: { connectionId: string; timeZone: string; from: Date; until: Date }
): Promise<z.infer<typeof sumSchema>[]> {
  return sql(
    sumSchema,
    `SELECT to_char(sold_at AT TIME ZONE ?, 'YYYY-MM-DD') AS day, currency_code, count(*) AS count, sum(amount) AS amount
     FROM pos_receipt WHERE connection_id = ? AND sold_at >= ? AND sold_at < ? AND deleted_at IS NULL GROUP BY 1, 2`,
    [period.timeZone, period.connectionId, period.from, period.until]
  )
}

const amountSchema = z.object({ purchase_uuid: z.string(), amount: minorUnitsColumn, currency_code: z.string() })

/** Reads the receipt amounts of purchases, by purchase; those without a receipt are left out. */
export async function readReceiptAmounts(
  sql: Sql,
  connectionId: string,
  purchaseUuids: string[]
): Promise<Map<string, z.infer<typeof amountSchema>>> {
  const rows = await sql(
    amountSchema,
    `SELECT purchase_uuid, amount, currency_code FROM pos_receipt
     WHERE connection_id = ? AND purchase_uuid = ANY(?) AND deleted_at IS NULL`,
    [connectionId, purchaseUuids]
  )
  return new Map(rows.map((receipt) => [receipt.purchase_uuid, receipt]))
}

/** Data of a receipt as the POS has it. */
export type CorrectedReceipt = {
  purchase_uuid: string
  purchase_number: number | null
  amount: number
  currency_code: string
  cashier: string | null
  sold_at: Date
  refund: boolean
  /** the sale that a refund names */
  refunds_purchase_uuid: string | null
  payload: unknown
  /** the payload of a receipt whose details were erased: only what accounting needs */
  accounting: unknown
}

const formerSchema = z.object({
  id: z.string(),
  purchase_uuid: z.string(),
  refund: z.boolean(),
  order_id: z.string().nullable(),
})

/** Condition: the receipt leaves its order, because it is of another sale, or a sale and no refund, or the reverse. */
const LEAVES_ORDER = `(receipt.refund <> row.refund
         OR receipt.refund AND receipt.refunds_purchase_uuid IS DISTINCT FROM row.refunds_purchase_uuid)`

/**
 * Updates receipts with the POS's data. Their tax by rate, daily sales, payments and gift card transactions are then
 * extracted again. A refund of another sale waits to be applied to that sale's order. Erased personal details stay
 * erased. Call it within a transaction.
 * @returns the orders of receipts that were sales and are refunds: nothing was sold with them
 */
export async function correctReceipts(sql: Sql, connectionId: string, receipts: CorrectedReceipt[]): Promise<string[]> {
  const purchaseUuids = receipts.map(({ purchase_uuid }) => purchase_uuid)
  const corrected = await sql(
    formerSchema,
    `SELECT id, purchase_uuid, refund, order_id FROM pos_receipt
     WHERE connection_id = ? AND purchase_uuid = ANY(?) AND deleted_at IS NULL
     ORDER BY id FOR UPDATE`,
    [connectionId, purchaseUuids]
  )
  const marking = markingChanged()
  await sql(
    z.unknown(),
    `WITH row AS (
       SELECT * FROM json_to_recordset(?::json) AS row(purchase_uuid text, purchase_number int, amount numeric,
         currency_code text, cashier text, sold_at timestamptz, refund boolean, refunds_purchase_uuid text, payload jsonb, accounting jsonb)
     ), former AS (
       SELECT id, connection_id, sold_at FROM pos_receipt
       WHERE connection_id = ? AND purchase_uuid IN (SELECT purchase_uuid FROM row) AND deleted_at IS NULL
     ), corrected AS (
     UPDATE pos_receipt AS receipt SET amount = row.amount, raw_amount = ${rawColumnSql("row.amount")},
       purchase_number = row.purchase_number, currency_code = row.currency_code, sold_at = row.sold_at,
       refund = row.refund,
       refunds_purchase_uuid = CASE WHEN row.refund THEN row.refunds_purchase_uuid END,
       order_id = CASE WHEN ${LEAVES_ORDER} THEN NULL ELSE receipt.order_id END,
       state = CASE WHEN NOT ${LEAVES_ORDER} THEN receipt.state WHEN row.refund THEN 'pending' ELSE 'mirrored' END,
       state_reason = CASE WHEN NOT ${LEAVES_ORDER} THEN receipt.state_reason
         WHEN row.refund THEN 'Waits for the sale that it refunds' END,
       cashier = CASE WHEN receipt.details_erased_at IS NULL THEN row.cashier END,
       payload = CASE WHEN receipt.details_erased_at IS NULL THEN row.payload ELSE row.accounting END,
       vat_amount = NULL, raw_vat_amount = NULL, vat_by_rate = NULL, payments_extracted_at = NULL, updated_at = now()
     FROM row JOIN former ON true
     WHERE receipt.id = former.id AND receipt.purchase_uuid = row.purchase_uuid
     RETURNING receipt.connection_id, receipt.sold_at
     ), changed_receipts AS (
       SELECT connection_id, sold_at FROM former UNION ALL SELECT connection_id, sold_at FROM corrected
     ) ${marking.text}`,
    [jsonText(receipts), connectionId, ...marking.bindings]
  )
  await forgetSettlement(
    sql,
    connectionId,
    corrected.map(({ id }) => id)
  )
  const refunds = new Set(receipts.flatMap(({ refund, purchase_uuid }) => (refund ? [purchase_uuid] : [])))
  return corrected.flatMap(({ purchase_uuid, refund, order_id }) =>
    order_id !== null && !refund && refunds.has(purchase_uuid) ? [order_id] : []
  )
}
