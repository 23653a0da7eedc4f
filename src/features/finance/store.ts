import { z } from "zod"
import { ACCOUNT_STATES } from "../../contract/finance"
import {
  minorUnitsColumn,
  momentColumn,
  nullableMinorUnitsColumn,
  nullableMomentColumn,
  rawColumnSql,
} from "../../modules/pos/database/big-number"
import { jsonText } from "../../modules/pos/database/json-text"
import type { Sql } from "../../modules/pos/database/sql"
import { PosError } from "../../modules/pos/errors"
import { ACCOUNT_TYPE_GROUPS, type AccountTypeGroup } from "../../pos-api/contract"

export const accountRowSchema = z.object({
  id: z.string(),
  connection_id: z.string(),
  account_group: z.enum(ACCOUNT_TYPE_GROUPS),
  state: z.enum(ACCOUNT_STATES),
  state_reason: z.string().nullable(),
  history_from: momentColumn,
  pulled_until: momentColumn,
  pulling_until: nullableMomentColumn,
  last_tried_at: nullableMomentColumn,
  last_pulled_at: nullableMomentColumn,
  minimum_balance: minorUnitsColumn,
  balance: nullableMinorUnitsColumn,
  next_payout_amount: nullableMinorUnitsColumn,
  payout_periodicity: z.string().nullable(),
  balance_read_at: nullableMomentColumn,
})

export type AccountRow = z.infer<typeof accountRowSchema>

const COLUMNS = Object.keys(accountRowSchema.shape).join(", ")

/** Gets the connection's account, or creates it. */
export async function openAccount(
  sql: Sql,
  input: { id: string; connectionId: string; group: AccountTypeGroup; historyFrom: Date }
): Promise<AccountRow> {
  const [account] = await sql(
    accountRowSchema,
    `INSERT INTO pos_account (id, connection_id, account_group, history_from, pulled_until, minimum_balance,
       raw_minimum_balance)
     VALUES (?, ?, ?, ?, ?, 0, ${rawColumnSql("0")})
     ON CONFLICT (connection_id, account_group) WHERE deleted_at IS NULL DO UPDATE SET updated_at = now()
     RETURNING ${COLUMNS}`,
    [input.id, input.connectionId, input.group, input.historyFrom, input.historyFrom]
  )
  if (!account) {
    throw new PosError("pos_unexpected_state", `No account of ${input.connectionId} could be opened`)
  }
  return account
}

export async function listAccounts(sql: Sql, connectionId: string): Promise<AccountRow[]> {
  return sql(
    accountRowSchema,
    `SELECT ${COLUMNS} FROM pos_account WHERE connection_id = ? AND deleted_at IS NULL ORDER BY account_group`,
    [connectionId]
  )
}

export async function findAccount(sql: Sql, id: string): Promise<AccountRow | null> {
  const statement = `SELECT ${COLUMNS} FROM pos_account WHERE id = ? AND deleted_at IS NULL`
  const [account] = await sql(accountRowSchema, statement, [id])
  return account ?? null
}

/** Records that a pull up to `until` has started. */
export async function beginPull(sql: Sql, accountId: string, pull: { now: Date; until: Date }): Promise<void> {
  await sql(
    z.unknown(),
    "UPDATE pos_account SET pulling_until = ?, last_tried_at = ?, updated_at = now() WHERE id = ?",
    [pull.until, pull.now, accountId]
  )
}

/** Records that a pull is complete. */
export async function endPull(sql: Sql, accountId: string, now: Date): Promise<void> {
  await sql(
    z.unknown(),
    `UPDATE pos_account SET state = 'active', state_reason = NULL, pulling_until = NULL, last_pulled_at = ?,
       updated_at = now() WHERE id = ?`,
    [now, accountId]
  )
}

/** Records that a pull was interrupted; the next one resumes from there. */
export async function breakPull(
  sql: Sql,
  accountId: string,
  state: "forbidden" | "failing",
  reason: string
): Promise<void> {
  await sql(z.unknown(), "UPDATE pos_account SET state = ?, state_reason = ?, updated_at = now() WHERE id = ?", [
    state,
    reason,
    accountId,
  ])
}

/** Stores the balance and the next payout, in minor units; null for what the POS does not offer. */
export async function noteBalance(
  sql: Sql,
  accountId: string,
  reading: { balance: number | null; nextPayoutAmount: number | null; periodicity: string | null; readAt: Date }
): Promise<void> {
  await sql(
    z.unknown(),
    `UPDATE pos_account SET balance = reading.balance, raw_balance = ${rawColumnSql("reading.balance")},
       next_payout_amount = reading.next_payout_amount, raw_next_payout_amount = ${rawColumnSql("reading.next_payout_amount")},
       payout_periodicity = ?, balance_read_at = ?, updated_at = now()
     FROM (SELECT ?::numeric AS balance, ?::numeric AS next_payout_amount) AS reading WHERE id = ?`,
    [reading.periodicity, reading.readAt, reading.balance, reading.nextPayoutAmount, accountId]
  )
}

/** Sets the amount in minor units that stays in the account, and marks all payouts to be composed again. */
export async function setMinimumBalance(sql: Sql, accountId: string, amount: number): Promise<void> {
  await sql(
    z.unknown(),
    `UPDATE pos_account SET minimum_balance = reading.amount, raw_minimum_balance = ${rawColumnSql("reading.amount")},
       compose_from = TIMESTAMPTZ '0001-01-01 00:00:00Z', updated_at = now()
     FROM (SELECT ?::numeric AS amount) AS reading WHERE id = ?`,
    [amount, accountId]
  )
}

/** A row of the account as it is stored. `amount` in minor units, `extra`: members that the contract does not name. */
export type ArrivedTransaction = {
  occurred_at: string
  type: string
  originating_uuid: string
  amount: number
  extra: Record<string, unknown> | null
}

export type AccountSlice = {
  connectionId: string
  group: string
  start: Date
  end: Date
  /** when the reading began, see {@link readMoment}; rows that another reading has written since are newer */
  readAt: string
}

/** Result of storing a period. */
export type StoredTransactions = {
  /** number of rows that are new, or count again */
  stored: number
  /** number of rows in the period that count, but are not in the reading */
  unlisted: number
}

const momentSchema = z.object({ moment: z.string() })

/** The current time by the database's clock, which also dates its rows. */
export async function readMoment(sql: Sql): Promise<string> {
  const [now] = await sql(momentSchema, "SELECT clock_timestamp()::text AS moment")
  return momentSchema.parse(now).moment
}

/** Listed rows, each with its existing or future ID. */
const KEYED = `
  slice AS (
    SELECT * FROM json_to_record(?::json) AS slice("connectionId" text, "group" text, start timestamptz, "end" timestamptz,
      "readAt" timestamptz)
  ), arrived AS (
    SELECT row.*, slice."connectionId" AS connection_id, slice."group" AS account_group,
      row_number() OVER (PARTITION BY row.occurred_at, row.type, row.originating_uuid, row.amount)::int AS occurrence
    FROM slice CROSS JOIN json_to_recordset(?::json) AS row(
      occurred_at timestamptz, type text, originating_uuid text, amount numeric, extra jsonb)
  ), keyed AS (
    SELECT arrived.*, 'posatx_' || md5(concat_ws('|', connection_id, account_group,
      extract(epoch FROM occurred_at), type, originating_uuid, amount, occurrence)) AS id
    FROM arrived
  )`

/**
 * Condition: a row of the period that counts and is not listed. PostgreSQL evaluates NOT IN with a hash in every plan.
 */
const UNLISTED = `kept.connection_id = slice."connectionId" AND kept.account_group = slice."group"
  AND kept.occurred_at >= slice.start AND kept.occurred_at < slice."end" AND kept.withdrawn_at IS NULL
  AND kept.deleted_at IS NULL AND kept.id NOT IN (SELECT id FROM keyed)`

/**
 * Stores all rows of a closed period in one statement, each once; withdrawn rows that are listed again count again.
 * Equal rows are distinguished by their number among their equals, which is the same whenever the whole period is read,
 * so `rows` must be the whole period. The account's cursor moves forward when the period adjoins it, and `compose_from`
 * is set to the time from which payouts must be composed again.
 */
export async function storeAccountTransactions(
  sql: Sql,
  slice: AccountSlice,
  rows: ArrivedTransaction[]
): Promise<StoredTransactions> {
  const [result] = await sql(storedSchema, STORE, [jsonText(slice), jsonText(rows)])
  return result ?? { stored: 0, unlisted: 0 }
}

const storedSchema = z.object({ stored: z.coerce.number(), unlisted: z.coerce.number() })

const STORE = `
WITH ${KEYED}, inserted AS (
  INSERT INTO pos_account_transaction AS kept (id, connection_id, account_group, occurred_at, type, originating_uuid, amount,
    raw_amount, occurrence, extra, receipt_payment_id)
  SELECT keyed.id, keyed.connection_id, keyed.account_group, keyed.occurred_at, keyed.type, keyed.originating_uuid,
    keyed.amount, ${rawColumnSql("keyed.amount")}, keyed.occurrence, keyed.extra, payment.id
  FROM keyed LEFT JOIN pos_receipt_payment AS payment ON (payment.connection_id = keyed.connection_id) IS TRUE
    AND payment.payment_uuid = keyed.originating_uuid AND payment.deleted_at IS NULL
  ON CONFLICT (id) DO UPDATE SET withdrawn_at = NULL, updated_at = now()
  WHERE kept.withdrawn_at < (SELECT "readAt" FROM slice)
  RETURNING id, occurred_at, account_group, type, receipt_payment_id
), settled AS (
  UPDATE pos_receipt_payment AS payment SET transaction_id = inserted.id
  FROM inserted
  WHERE payment.id = inserted.receipt_payment_id AND payment.transaction_id IS NULL
    AND inserted.account_group = 'liquid' AND inserted.type IN ('PAYMENT', 'INVOICE_PAYMENT')
), summed AS (
  SELECT count(*) AS stored, min(occurred_at) AS earliest FROM inserted
)
UPDATE pos_account AS account
SET compose_from = least(account.compose_from, summed.earliest),
    pulled_until = CASE WHEN account.pulled_until >= slice.start
      THEN greatest(account.pulled_until, slice."end") ELSE account.pulled_until END, updated_at = now()
FROM summed CROSS JOIN slice
WHERE account.connection_id = slice."connectionId" AND account.account_group = slice."group" AND account.deleted_at IS NULL
RETURNING summed.stored,
  (SELECT count(*) FROM slice CROSS JOIN pos_account_transaction AS kept WHERE ${UNLISTED}) AS unlisted`

/**
 * Withdraws the rows of a closed period that a complete reading does not list, because the POS has corrected them.
 * `rows` must be the whole period, stored already. Their payments are linked with another row of theirs, or are
 * unsettled again. Payouts are composed again from the earliest withdrawn row on.
 * @returns how many rows were withdrawn
 */
export async function withdrawUnlisted(sql: Sql, slice: AccountSlice, rows: ArrivedTransaction[]): Promise<number> {
  const [result] = await sql(withdrawnSchema, WITHDRAW, [jsonText(slice), jsonText(rows)])
  return result?.withdrawn ?? 0
}

const withdrawnSchema = z.object({ withdrawn: z.coerce.number() })

const WITHDRAW = `
WITH ${KEYED}, withdrawn AS (
  UPDATE pos_account_transaction AS kept SET withdrawn_at = now(), updated_at = now()
  FROM slice WHERE ${UNLISTED} AND kept.updated_at < slice."readAt"
  RETURNING kept.id, kept.occurred_at, kept.receipt_payment_id
), unsettled AS (
  UPDATE pos_receipt_payment AS payment SET transaction_id = (
    SELECT other.id FROM (
      SELECT * FROM pos_account_transaction AS other
      WHERE other.originating_uuid = payment.payment_uuid AND other.withdrawn_at IS NULL AND other.deleted_at IS NULL
      OFFSET 0) AS other
    WHERE other.connection_id = payment.connection_id AND other.account_group = 'liquid'
      AND other.type IN ('PAYMENT', 'INVOICE_PAYMENT') AND other.id NOT IN (SELECT id FROM withdrawn)
    ORDER BY other.occurred_at, other.id LIMIT 1)
  FROM withdrawn WHERE payment.id = withdrawn.receipt_payment_id AND payment.transaction_id = withdrawn.id
), summed AS (
  SELECT count(*) AS withdrawn, min(occurred_at) AS earliest FROM withdrawn
)
UPDATE pos_account AS account SET compose_from = least(account.compose_from, summed.earliest), updated_at = now()
FROM summed CROSS JOIN slice
WHERE account.connection_id = slice."connectionId" AND account.account_group = slice."group" AND account.deleted_at IS NULL
RETURNING summed.withdrawn`
