import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { rawColumnSql } from "../../src/modules/pos/database/big-number"

/**
 * Three years of a merchant by SQL: `days × perDay` receipts with a card payment each, its payment and fee in the
 * account, and a payout every morning that closes. Returns how many transactions there are.
 * @param firstDay where it goes on, for days that follow upon others
 * @param since the day before the first, ISO
 */
export async function seedLedger(
  knex: Knex,
  connectionId: string,
  days: number,
  perDay: number,
  firstDay = 1,
  since = "2023-11-20"
): Promise<number> {
  const sales = `
    FROM generate_series(${firstDay}, ${firstDay + days - 1}) AS day CROSS JOIN generate_series(1, ${perDay}) AS number
    CROSS JOIN LATERAL (SELECT day * 1000000 + number AS key,
      TIMESTAMPTZ '${since} 08:00:00Z' + day * interval '1 day' + number * interval '1 second' AS at,
      100 + (day * 7919 + number * 104729) % 90000 AS amount) AS sale
    CROSS JOIN LATERAL (SELECT lpad(to_hex(key), 8, '0') || '-0000-4000-8000-000000000000' AS uuid,
      -round(amount * 0.0185) AS fee) AS paid`
  await knex.raw(
    `INSERT INTO pos_receipt (id, connection_id, purchase_uuid, purchase_number, state, order_id, amount, raw_amount,
       vat_amount, raw_vat_amount, currency_code, sold_at, payload, payments_extracted_at)
     SELECT 'posrec_' || key, ?, uuid, key % 1000000000, 'mirrored', 'order_' || key, amount, ${rawColumnSql("amount")}, 0, ${rawColumnSql("0")}, 'sek', at,
       '{}', at ${sales}`,
    [connectionId]
  )
  await knex.raw(
    `INSERT INTO pos_receipt_payment (id, connection_id, receipt_id, payment_uuid, type, amount, raw_amount,
       currency_code, sold_at, settles, transaction_id)
     SELECT 'posrpay_' || key, ?, 'posrec_' || key, uuid, 'SERVICE_CARD', amount, ${rawColumnSql("amount")}, 'sek', at, true,
       CASE WHEN key % 5000 = 0 THEN NULL ELSE 'posatx_' || key END ${sales}`,
    [connectionId]
  )
  for (const [type, amount, id] of [
    ["PAYMENT", "amount", "'posatx_' || key"],
    ["PAYMENT_FEE", "fee", "'posatx_f' || key"],
  ] as const) {
    await knex.raw(
      `INSERT INTO pos_account_transaction (id, connection_id, account_group, occurred_at, type, originating_uuid, amount,
         raw_amount, receipt_payment_id)
       SELECT ${id}, ?, 'liquid', at + interval '19 hours', ?, uuid, ${amount}, ${rawColumnSql(amount)},
         CASE WHEN key % 5001 = 0 THEN NULL ELSE 'posrpay_' || key END ${sales}`,
      [connectionId, type]
    )
  }
  await knex.raw(
    `INSERT INTO pos_account_transaction (id, connection_id, account_group, occurred_at, type, originating_uuid, amount,
       raw_amount)
     SELECT 'posatx_p' || min(id), connection_id, 'liquid', date_trunc('day', occurred_at) + interval '23 hours', 'PAYOUT',
       md5(min(id))::uuid::text, -sum(amount), ${rawColumnSql("-sum(amount)")}
     FROM pos_account_transaction
     WHERE connection_id = ? AND occurred_at >= TIMESTAMPTZ '${since} 00:00:00Z' + ${firstDay + 1} * interval '1 day'
     GROUP BY connection_id, date_trunc('day', occurred_at)`,
    [connectionId]
  )
  await knex.raw(
    `INSERT INTO pos_account (id, connection_id, account_group, history_from, pulled_until, compose_from, minimum_balance,
       raw_minimum_balance)
     VALUES ('posacc_speed', ?, 'liquid', '2023-01-01', now(), '2023-01-01', 0, ${rawColumnSql("0")})
     ON CONFLICT DO NOTHING`,
    [connectionId]
  )
  return 2 * days * perDay + days
}
