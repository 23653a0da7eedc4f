import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { ACCOUNT_TYPE_GROUPS, type AccountTypeGroup } from "../../../../pos-api/contract"
import { ACCOUNT_STATES } from "../../../../vocabulary/account"
import {
  minorUnitsColumn,
  momentColumn,
  nullableMinorUnitsColumn,
  nullableMomentColumn,
  rawOf,
} from "../../database/big-number"
import type { Sql } from "../../database/sql"

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

/** The connection's account, opened now when it is not there yet. */
export async function openAccount(
  sql: Sql,
  input: { id: string; connectionId: string; group: AccountTypeGroup; historyFrom: Date }
): Promise<AccountRow> {
  const [account] = await sql(
    accountRowSchema,
    `INSERT INTO pos_account (id, connection_id, account_group, history_from, pulled_until, minimum_balance,
       raw_minimum_balance)
     VALUES (?, ?, ?, ?, ?, 0, ${rawOf("0")})
     ON CONFLICT (connection_id, account_group) WHERE deleted_at IS NULL DO UPDATE SET updated_at = now()
     RETURNING ${COLUMNS}`,
    [input.id, input.connectionId, input.group, input.historyFrom, input.historyFrom]
  )
  if (!account) {
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, `No account of ${input.connectionId} could be opened`)
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

/** A pull begins, up to `until`. */
export async function beginPull(sql: Sql, accountId: string, pull: { now: Date; until: Date }): Promise<void> {
  await sql(
    z.unknown(),
    "UPDATE pos_account SET pulling_until = ?, last_tried_at = ?, updated_at = now() WHERE id = ?",
    [pull.until, pull.now, accountId]
  )
}

/** A pull came to its end. */
export async function endPull(sql: Sql, accountId: string, now: Date): Promise<void> {
  await sql(
    z.unknown(),
    `UPDATE pos_account SET state = 'active', state_reason = NULL, pulling_until = NULL, last_pulled_at = ?,
       updated_at = now() WHERE id = ?`,
    [now, accountId]
  )
}

/** A pull broke off; the next one goes on where it came to. */
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

/** What the service tells of the balance and of the next payout; null for what it does not offer. */
export async function noteBalance(
  sql: Sql,
  accountId: string,
  told: { balance: number | null; nextPayoutAmount: number | null; periodicity: string | null; readAt: Date }
): Promise<void> {
  await sql(
    z.unknown(),
    `UPDATE pos_account SET balance = told.balance, raw_balance = ${rawOf("told.balance")},
       next_payout_amount = told.next_payout_amount, raw_next_payout_amount = ${rawOf("told.next_payout_amount")},
       payout_periodicity = ?, balance_read_at = ?, updated_at = now()
     FROM (SELECT ?::numeric AS balance, ?::numeric AS next_payout_amount) AS told WHERE id = ?`,
    [told.periodicity, told.readAt, told.balance, told.nextPayoutAmount, accountId]
  )
}

/** Sets what the service keeps in the account, and has all payouts composed anew. */
export async function setMinimumBalance(sql: Sql, accountId: string, amount: number): Promise<void> {
  await sql(
    z.unknown(),
    `UPDATE pos_account SET minimum_balance = told.amount, raw_minimum_balance = ${rawOf("told.amount")},
       compose_from = history_from, updated_at = now()
     FROM (SELECT ?::numeric AS amount) AS told WHERE id = ?`,
    [amount, accountId]
  )
}
