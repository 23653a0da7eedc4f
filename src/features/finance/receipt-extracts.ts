import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "zod"
import { POS_MODULE } from "../../modules/pos"
import { minorUnitsColumn, nullableMinorUnitsColumn, rawColumnSql } from "../../modules/pos/database/big-number"
import { withinDays, type ExportPeriod } from "../../modules/pos/database/days"
import { jsonText } from "../../modules/pos/database/json-text"
import type { Sql } from "../../modules/pos/database/sql"
import { brandNames, purchaseSchema } from "../../pos-api/contract"
import { runSingleFlight } from "../../runtime/workers"
import { getTax, vatByRate } from "../purchases"

/**
 * Updates the tables that reports and exports read from the receipts: payments, gift cards and VAT by rate. A job does
 * so each minute for active connections. A report does so first, so that its totals and its payments come from the same
 * receipts, also for a paused or disconnected connection.
 * @param period limits the VAT only; default: all receipts
 */
export async function bringUpToDate(
  container: MedusaContainer,
  connectionId: string,
  period?: ExportPeriod
): Promise<void> {
  await drainReceipts(container, connectionId)
  await computeVat(container, connectionId, period)
}

const PAYMENTS_BATCH_SIZE = 1_000

export type TakeOverReceiptsInput = { connection_id: string }

/** Extracts payments and gift card transactions of one batch of receipts into their tables. */
export const posTakeOverReceiptsStep = createStep(
  "pos-take-over-receipts",
  async (input: TakeOverReceiptsInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const { card, cardOnline, tapOnPhone, paymentLink } = brandNames((await pos.getOptions()).brand).paymentTypes
    const settlingTypes = [card, cardOnline, tapOnPhone, paymentLink, "DEFERRED_PAY", "KLARNA"]
    const taken = await pos.query((sql, now) =>
      takeOverReceipts(sql, { connectionId: input.connection_id, limit: PAYMENTS_BATCH_SIZE, now, settlingTypes })
    )
    return new StepResponse({ taken })
  }
)

/**
 * Extracts payments and gift card transactions of one batch of receipts into their tables.
 * @see posTakeOverReceiptsStep
 */
export const posTakeOverReceiptsWorkflow = createWorkflow("pos-take-over-receipts", (input: TakeOverReceiptsInput) => {
  return new WorkflowResponse(posTakeOverReceiptsStep(input))
})

/** Extracts from all receipts of a connection that were not extracted yet. */
async function drainReceipts(container: MedusaContainer, connectionId: string): Promise<void> {
  await runSingleFlight(`receipts:${connectionId}`, async () => {
    for (let taken = PAYMENTS_BATCH_SIZE; taken === PAYMENTS_BATCH_SIZE;) {
      const { result } = await posTakeOverReceiptsWorkflow(container).run({ input: { connection_id: connectionId } })
      taken = result.taken
    }
  })
}

const takenSchema = z.object({ taken: z.coerce.number() })

/** Longer references are cut, so that an index can hold them. */
const LONGEST_REFERENCE = 255

const UUID = "'^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'"

/** SQL expression for a list in a receipt's JSON, empty when it is absent. */
const list = (name: string) =>
  `jsonb_array_elements(CASE WHEN jsonb_typeof(unread.payload->'${name}') = 'array' THEN unread.payload->'${name}' ELSE '[]' END)`

/** SQL expression for an attribute of `payment`, or for its field where the attribute is missing. */
const detail = (name: string) => `coalesce(payment#>>'{attributes,${name}}', payment->>'${name}')`

/** Pattern of a quantity as `decimalTextSchema` accepts it: "2", "+2", ".5", "1E+1". */
const QUANTITY = "'^[+-]{0,1}([0-9]+[.]{0,1}[0-9]*|[.][0-9]+)([eE][+-]{0,1}[0-9]{1,3}){0,1}$'"

/** Amount of a row: unit price × quantity − discount, in minor units. */
const ROW_AMOUNT = `round((row->>'unitPrice')::numeric
  * CASE WHEN row->>'quantity' ~ ${QUANTITY} THEN (row->>'quantity')::numeric ELSE 1 END
  - coalesce((row->>'discountValue')::numeric, 0))`

/**
 * Extracts payments and gift card transactions of new receipts into their tables, and links the payments with account
 * transactions that exist already, in one statement. Any number of processes may do so at once.
 * @param settlingTypes payment types that always arrive on the account
 * @returns how many receipts were extracted; fewer than `limit` when none is left
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
  WHERE connection_id = ? AND payments_extracted_at IS NULL AND deleted_at IS NULL
  ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED
), payments AS (
  SELECT DISTINCT ON (lower(payment->>'uuid')) unread.id AS receipt_id, unread.connection_id, unread.currency_code,
    unread.sold_at, lower(payment->>'uuid') AS payment_uuid, payment->>'type' AS type,
    (payment->>'amount')::numeric AS amount, (payment->>'gratuityAmount')::numeric AS gratuity_amount,
    lower(payment#>>'{references,refundsPayment}') AS refunds_payment_uuid,
    substring(${detail("maskedPan")} from '([0-9]{4})[^0-9]*$') AS card_digits,
    left(nullif(trim(${detail("referenceNumber")}), ''), ${LONGEST_REFERENCE}) AS reference,
    ?::jsonb \\? (payment->>'type') AS settles
  FROM unread CROSS JOIN LATERAL ${list("payments")} AS payment
  ORDER BY lower(payment->>'uuid'), unread.sold_at, unread.id
), written AS (
  INSERT INTO pos_receipt_payment (id, connection_id, receipt_id, payment_uuid, type, amount, raw_amount, gratuity_amount,
    raw_gratuity_amount, currency_code, sold_at, refunds_payment_uuid, card_digits, reference, settles, transaction_id)
  SELECT 'posrpay_' || md5(payments.connection_id || '|' || payment_uuid), payments.connection_id, receipt_id,
    payment_uuid, payments.type, payments.amount, ${rawColumnSql("payments.amount")}, gratuity_amount,
    ${rawColumnSql("gratuity_amount")}, currency_code, sold_at, refunds_payment_uuid, card_digits, reference, settles,
    brought.id
  FROM payments LEFT JOIN LATERAL (
    SELECT id FROM (
      SELECT * FROM pos_account_transaction
      WHERE originating_uuid = payments.payment_uuid AND withdrawn_at IS NULL AND deleted_at IS NULL
      OFFSET 0) AS brought
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
  INSERT INTO pos_gift_card_transaction (id, connection_id, card_uuid, receipt_id, kind, amount, raw_amount, occurred_at)
  SELECT 'posgtouch_' || md5(concat_ws('|', id, place)), connection_id, card_uuid, id, kind, amount, ${rawColumnSql("amount")},
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
  UPDATE pos_receipt SET payments_extracted_at = ? WHERE id IN (SELECT id FROM unread) RETURNING id
)
SELECT count(*) AS taken FROM taken`

/**
 * Deletes the payments and gift card transactions of receipts. Their account transactions are then free again, and
 * their cards no longer count as refunded or used by them. `takeOverReceipts` extracts those that the receipts have
 * now. In a transaction.
 */
export async function forgetSettlement(sql: Sql, connectionId: string, receiptIds: string[]): Promise<void> {
  await sql(
    z.unknown(),
    `WITH forgotten AS (
       DELETE FROM pos_receipt_payment WHERE receipt_id = ANY(?) RETURNING id, connection_id, payment_uuid
     )
     UPDATE pos_account_transaction AS moved SET receipt_payment_id = NULL FROM forgotten
     WHERE moved.originating_uuid = forgotten.payment_uuid AND (moved.connection_id = forgotten.connection_id) IS TRUE
       AND moved.receipt_payment_id = forgotten.id`,
    [receiptIds]
  )
  const touched = await sql(
    z.object({ card_uuid: z.string() }),
    "DELETE FROM pos_gift_card_transaction WHERE receipt_id = ANY(?) RETURNING card_uuid",
    [receiptIds]
  )
  await sql(
    z.unknown(),
    `UPDATE pos_gift_card AS card SET refunded = touches.refunded, touched_at = touches.touched_at, updated_at = now()
     FROM unnest(?::text[]) AS named(card_uuid) CROSS JOIN LATERAL (
       SELECT coalesce(bool_or(touch.kind = 'refunded'), false) AS refunded, max(touch.occurred_at) AS touched_at
       FROM pos_gift_card_transaction AS touch
       WHERE touch.card_uuid = named.card_uuid AND (touch.connection_id = ?) IS TRUE AND touch.deleted_at IS NULL
     ) AS touches
     WHERE card.connection_id = ? AND card.card_uuid = named.card_uuid AND card.deleted_at IS NULL`,
    [[...new Set(touched.map(({ card_uuid }) => card_uuid))], connectionId, connectionId]
  )
}

/**
 * A payment and its transaction that were written at the same time did not see each other; links look back this far.
 */
const LATECOMER_DAYS = 14

/** Links payments and transactions of the last days that refer to each other and are not linked yet. */
export async function linkLatecomers(sql: Sql, connectionId: string): Promise<void> {
  await sql(
    z.unknown(),
    `WITH found AS (
       SELECT moved.id AS transaction_id, moved.type, moved.account_group, payment.id AS payment_id
       FROM pos_account_transaction AS moved CROSS JOIN LATERAL (
         SELECT id FROM pos_receipt_payment
         WHERE payment_uuid = moved.originating_uuid AND (connection_id = moved.connection_id) IS TRUE
           AND deleted_at IS NULL OFFSET 0) AS payment
       WHERE moved.connection_id = ? AND moved.account_group IN ('liquid', 'preliminary')
         AND moved.receipt_payment_id IS NULL AND moved.withdrawn_at IS NULL AND moved.deleted_at IS NULL
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

const VAT_BATCH_SIZE = 500

/**
 * Computes VAT by rate for receipts that an older version imported without it: all of a connection, or those of a
 * period before a report. The result is always the same, so two processes may compute it at once.
 */
async function computeVat(container: MedusaContainer, connectionId: string, period?: ExportPeriod): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  for (let found = VAT_BATCH_SIZE; found === VAT_BATCH_SIZE;) {
    const receipts = await pos.query((sql) =>
      findReceiptsWithoutVat(sql, { connectionId, period, limit: VAT_BATCH_SIZE })
    )
    if (receipts.length > 0) {
      await pos.query((sql) => storeReceiptVat(sql, receipts.map(computeReceiptVat)))
    }
    found = receipts.length
  }
}

/** Computes a receipt's VAT by rate. A payload that is no readable purchase keeps its totals, without a rate. */
function computeReceiptVat({ id, amount, vat_amount, payload }: ReceiptWithoutVat): ComputedVat {
  const purchase = purchaseSchema.safeParse(payload)
  const tax = vat_amount ?? 0
  const figures = purchase.success ? vatByRate(purchase.data) : [{ rate: null, gross: amount, net: amount - tax, tax }]
  return { id, vat_by_rate: figures, vat_amount: getTax(figures) }
}

const withoutVatSchema = z.object({
  id: z.string(),
  amount: minorUnitsColumn,
  vat_amount: nullableMinorUnitsColumn,
  payload: z.unknown(),
})

/** A receipt without VAT by rate: one that was written before the column existed. */
type ReceiptWithoutVat = z.output<typeof withoutVatSchema>

/** Lists the next such receipts, the oldest first; `period`: only those of its days. */
export async function findReceiptsWithoutVat(
  sql: Sql,
  where: { connectionId: string; period?: ExportPeriod | undefined; limit: number }
): Promise<ReceiptWithoutVat[]> {
  const sold = where.period ? withinDays("sold_at", where.period) : { text: "true", bindings: [] }
  return sql(
    withoutVatSchema,
    `SELECT id, amount, vat_amount, payload FROM pos_receipt
     WHERE connection_id = ? AND ${sold.text} AND vat_by_rate IS NULL AND deleted_at IS NULL
     ORDER BY sold_at, id LIMIT ?`,
    [where.connectionId, ...sold.bindings, where.limit]
  )
}

/** The VAT computed for a receipt, in minor units. */
type ComputedVat = { id: string; vat_by_rate: object[]; vat_amount: number }

/** Stores the VAT by rate, and the receipt's total VAT where the POS did not report it. */
export async function storeReceiptVat(sql: Sql, reckoned: ComputedVat[]): Promise<void> {
  await sql(
    z.unknown(),
    `UPDATE pos_receipt AS receipt SET vat_by_rate = row.vat_by_rate,
       vat_amount = coalesce(receipt.vat_amount, row.vat_amount),
       raw_vat_amount = coalesce(receipt.raw_vat_amount, ${rawColumnSql("row.vat_amount")})
     FROM json_to_recordset(?::json) AS row(id text, vat_by_rate jsonb, vat_amount numeric)
     WHERE receipt.id = row.id`,
    [jsonText(reckoned)]
  )
}
