import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../database/json-text"
import { rawOf } from "../../database/big-number"
import type { Sql } from "../../database/sql"

const takenSchema = z.object({ taken: z.coerce.number() })

const UUID = "'^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'"

/** A list in a receipt's JSON, empty when there is none. */
const list = (name: string) =>
  `jsonb_array_elements(CASE WHEN jsonb_typeof(unread.payload->'${name}') = 'array' THEN unread.payload->'${name}' ELSE '[]' END)`

/** What a row comes to: unit price × quantity − discount, in minor units. */
const ROW_AMOUNT = `round((row->>'unitPrice')::numeric
  * CASE WHEN row->>'quantity' ~ '^[+-]{0,1}[0-9]+([.][0-9]+){0,1}$' THEN (row->>'quantity')::numeric ELSE 1 END
  - coalesce((row->>'discountValue')::numeric, 0))`

/**
 * Takes payments and gift cards of receipts that were not yet looked at into their tables, and links the payments with
 * the account transactions that are already here, all in one statement. Any number of processes may do so at once.
 * @param settlingTypes types of payment that always come to the account
 * @returns how many receipts were taken; fewer than `limit` when none is left
 */
export async function takeOverReceipts(
  sql: Sql,
  input: { connectionId: string; limit: number; now: Date; settlingTypes: string[] }
): Promise<number> {
  const [result] = await sql(takenSchema, STATEMENT, [
    input.connectionId,
    input.limit,
    jsonText(input.settlingTypes),
    input.now,
    input.now,
  ])
  return result?.taken ?? 0
}

const STATEMENT = `
WITH unread AS (
  SELECT id, connection_id, currency_code, sold_at, payload FROM pos_receipt
  WHERE connection_id = ? AND settlement_read_at IS NULL AND deleted_at IS NULL
  ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED
), payments AS (
  SELECT DISTINCT ON (lower(payment->>'uuid')) unread.id AS receipt_id, unread.connection_id, unread.currency_code,
    unread.sold_at, lower(payment->>'uuid') AS payment_uuid, payment->>'type' AS type,
    (payment->>'amount')::numeric AS amount, (payment->>'gratuityAmount')::numeric AS gratuity_amount,
    lower(payment#>>'{references,refundsPayment}') AS refunds_payment_uuid,
    ?::jsonb \\? (payment->>'type') AS settles
  FROM unread CROSS JOIN LATERAL ${list("payments")} AS payment
  ORDER BY lower(payment->>'uuid'), unread.sold_at, unread.id
), written AS (
  INSERT INTO pos_receipt_payment (id, connection_id, receipt_id, payment_uuid, type, amount, raw_amount, gratuity_amount,
    raw_gratuity_amount, currency_code, sold_at, refunds_payment_uuid, settles, transaction_id)
  SELECT 'posrpay_' || md5(payments.connection_id || '|' || payment_uuid), payments.connection_id, receipt_id,
    payment_uuid, payments.type, payments.amount, ${rawOf("payments.amount")}, gratuity_amount,
    ${rawOf("gratuity_amount")}, currency_code, sold_at, refunds_payment_uuid, settles, brought.id
  FROM payments LEFT JOIN LATERAL (
    SELECT id FROM (
      SELECT * FROM pos_account_transaction AS one
      WHERE one.originating_uuid = payments.payment_uuid AND one.deleted_at IS NULL OFFSET 0) AS brought
    WHERE brought.connection_id = payments.connection_id AND brought.account_group = 'liquid'
      AND brought.type IN ('PAYMENT', 'INVOICE_PAYMENT')
    ORDER BY brought.occurred_at, brought.id LIMIT 1
  ) AS brought ON true
  ON CONFLICT DO NOTHING
  RETURNING id, connection_id, payment_uuid
), linked AS (
  UPDATE pos_account_transaction AS moved SET receipt_payment_id = written.id
  FROM written WHERE moved.originating_uuid = written.payment_uuid AND (moved.connection_id = written.connection_id) IS TRUE
    AND moved.receipt_payment_id IS NULL AND moved.deleted_at IS NULL
), touches AS (
  SELECT unread.*, lower(row#>>'{details,giftcardUuid}') AS card_uuid, ${ROW_AMOUNT} AS amount,
    CASE WHEN ${ROW_AMOUNT} < 0 THEN 'refunded' ELSE 'sold' END AS kind, 'row' || position AS place
  FROM unread CROSS JOIN LATERAL ${list("products")} WITH ORDINALITY AS rows(row, position)
  WHERE row->>'type' = 'GIFTCARD'
  UNION ALL
  SELECT unread.*, lower(attribute.value), (payment->>'amount')::numeric,
    CASE WHEN (payment->>'amount')::numeric < 0 THEN 'paid-back' ELSE 'paid' END, 'payment' || position
  FROM unread CROSS JOIN LATERAL ${list("payments")} WITH ORDINALITY AS payments(payment, position)
  CROSS JOIN LATERAL jsonb_each_text(
    CASE WHEN jsonb_typeof(payment->'attributes') = 'object' THEN payment->'attributes' ELSE '{}' END) AS attribute
  WHERE payment->>'type' = 'GIFTCARD' AND lower(attribute.key) = 'giftcarduuid'
), named AS (
  SELECT * FROM touches WHERE card_uuid ~ ${UUID}
), touched AS (
  INSERT INTO pos_gift_card_touch (id, connection_id, card_uuid, receipt_id, kind, amount, raw_amount, occurred_at)
  SELECT 'posgtouch_' || md5(concat_ws('|', id, place)), connection_id, card_uuid, id, kind, amount, ${rawOf("amount")},
    sold_at
  FROM named ON CONFLICT DO NOTHING
), cards AS (
  INSERT INTO pos_gift_card (id, connection_id, card_uuid, currency_code, refunded, touched_at, due_at)
  SELECT 'posgift_' || md5(connection_id || '|' || card_uuid), connection_id, card_uuid, min(currency_code),
    bool_or(kind = 'refunded'), max(sold_at), ?::timestamptz
  FROM named GROUP BY connection_id, card_uuid
  ON CONFLICT (connection_id, card_uuid) WHERE deleted_at IS NULL DO UPDATE SET
    refunded = pos_gift_card.refunded OR excluded.refunded,
    touched_at = greatest(pos_gift_card.touched_at, excluded.touched_at),
    due_at = least(pos_gift_card.due_at, excluded.due_at), attempts = 0, updated_at = now()
), taken AS (
  UPDATE pos_receipt SET settlement_read_at = ? WHERE id IN (SELECT id FROM unread) RETURNING id
)
SELECT count(*) AS taken FROM taken`

/** A payment and its transaction that were written at the same moment did not see each other. */
const LATECOMER_DAYS = 14

/** Links payments and transactions of the last days that name each other and are not linked yet. */
export async function linkLatecomers(sql: Sql, connectionId: string): Promise<void> {
  await sql(
    z.unknown(),
    `WITH found AS (
       SELECT moved.id AS transaction_id, moved.type, moved.account_group, payment.id AS payment_id
       FROM pos_account_transaction AS moved CROSS JOIN LATERAL (
         SELECT one.id FROM pos_receipt_payment AS one
         WHERE one.payment_uuid = moved.originating_uuid AND (one.connection_id = moved.connection_id) IS TRUE
           AND one.deleted_at IS NULL OFFSET 0) AS payment
       WHERE moved.connection_id = ? AND moved.account_group IN ('liquid', 'preliminary')
         AND moved.receipt_payment_id IS NULL AND moved.deleted_at IS NULL
         AND moved.type IN ('PAYMENT', 'PAYMENT_FEE', 'INVOICE_PAYMENT', 'INVOICE_PAYMENT_FEE')
         AND moved.occurred_at > now() - interval '${LATECOMER_DAYS} days' AND moved.occurred_at < 'infinity'
     ), moved AS (
       UPDATE pos_account_transaction AS moved SET receipt_payment_id = found.payment_id
       FROM found WHERE moved.id = found.transaction_id
     )
     UPDATE pos_receipt_payment AS payment SET transaction_id = found.transaction_id FROM found
     WHERE payment.id = found.payment_id AND payment.transaction_id IS NULL
       AND found.type IN ('PAYMENT', 'INVOICE_PAYMENT') AND found.account_group = 'liquid'`,
    [connectionId]
  )
}
