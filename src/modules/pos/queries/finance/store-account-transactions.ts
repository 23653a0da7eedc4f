import { z } from "@medusajs/framework/zod"
import { rawOf } from "../../database/big-number"
import { jsonText } from "../../database/json-text"
import type { Sql } from "../../database/sql"

/** A row of the account as it is stored. `amount` in minor units, `extra`: what the contract does not name. */
export type ArrivedTransaction = {
  occurred_at: string
  type: string
  originating_uuid: string
  amount: number
  extra: Record<string, unknown> | null
}

export type AccountSlice = { connectionId: string; group: string; start: Date; end: Date }

const storedSchema = z.object({ stored: z.coerce.number() })

/**
 * Stores all rows of a closed period in one statement, each once. Rows that are equal in everything are told apart by
 * their number among their equals, which is the same whenever the whole period is read; so `rows` must be the whole
 * period. Advances the account's cursor when the period joins on to it, and remembers from when on payouts must be composed anew.
 * @returns how many rows are new
 */
export async function storeAccountTransactions(
  sql: Sql,
  slice: AccountSlice,
  rows: ArrivedTransaction[]
): Promise<number> {
  const [result] = await sql(
    storedSchema,
    `WITH arrived AS (
       SELECT row.*, ?::text AS connection_id, ?::text AS account_group,
         row_number() OVER (PARTITION BY row.occurred_at, row.type, row.originating_uuid, row.amount)::int AS occurrence
       FROM json_to_recordset(?::json) AS row(
         occurred_at timestamptz, type text, originating_uuid text, amount numeric, extra jsonb)
     ), keyed AS (
       SELECT arrived.*, 'posatx_' || md5(concat_ws('|', connection_id, account_group,
         extract(epoch FROM occurred_at), type, originating_uuid, amount, occurrence)) AS id
       FROM arrived
     ), inserted AS (
       INSERT INTO pos_account_transaction (id, connection_id, account_group, occurred_at, type, originating_uuid, amount,
         raw_amount, occurrence, extra, receipt_payment_id)
       SELECT keyed.id, keyed.connection_id, keyed.account_group, keyed.occurred_at, keyed.type, keyed.originating_uuid,
         keyed.amount, ${rawOf("keyed.amount")}, keyed.occurrence, keyed.extra, payment.id
       FROM keyed LEFT JOIN pos_receipt_payment AS payment ON (payment.connection_id = keyed.connection_id) IS TRUE
         AND payment.payment_uuid = keyed.originating_uuid AND payment.deleted_at IS NULL
       ON CONFLICT DO NOTHING
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
         pulled_until = CASE WHEN account.pulled_until >= ?::timestamptz
           THEN greatest(account.pulled_until, ?::timestamptz) ELSE account.pulled_until END, updated_at = now()
     FROM summed
     WHERE account.connection_id = ? AND account.account_group = ? AND account.deleted_at IS NULL
     RETURNING summed.stored`,
    [slice.connectionId, slice.group, jsonText(rows), slice.start, slice.end, slice.connectionId, slice.group]
  )
  return result?.stored ?? 0
}
