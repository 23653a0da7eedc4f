import { z } from "zod"
import { minorUnitsColumn } from "../modules/pos/database/big-number"
import { idRowSchema, type Sql } from "../modules/pos/database/sql"

const decimalText = z.coerce.string()

const RECEIPT_LINE_KINDS = ["product", "custom-amount", "gift-card", "service-charge", "tip", "difference"] as const

/** The metadata that the import wrote on a line. */
export const orderLineMetadataSchema = z
  .looseObject({
    // A line that was added to the order in the store has no kind, and never matches a line of a receipt.
    pos_kind: z.enum(RECEIPT_LINE_KINDS).catch("difference"),
    pos_variant_uuid: z.string().nullish(),
    pos_sku: z.string().nullish(),
    pos_gift_card_uuid: z.string().nullish(),
  })
  .nullable()

const lineSchema = z.object({
  id: z.string(),
  title: z.string(),
  unit_price: decimalText,
  quantity: decimalText,
  returned: decimalText,
  is_tax_inclusive: z.boolean(),
  rate: decimalText,
  adjustments: z.array(z.object({ amount: decimalText, is_tax_inclusive: z.boolean() })),
  metadata: orderLineMetadataSchema,
})

const paymentSchema = z.object({
  id: z.string(),
  payment_collection_id: z.string(),
  pos_payment_uuid: z.string().nullable(),
  /** captured minus refunded */
  left: decimalText,
})

const summarySchema = z.looseObject({
  paid_total: decimalText.default("0"),
  refunded_total: decimalText.default("0"),
  credit_line_total: decimalText.default("0"),
  current_order_total: decimalText.default("0"),
})

const importedOrderSchema = z.object({
  id: z.string(),
  version: z.number(),
  currency_code: z.string(),
  summary: summarySchema,
  lines: z.array(lineSchema),
  payments: z.array(paymentSchema),
})

/** An imported order at its current version, with what a refund needs to know. */
export type ImportedOrderState = z.infer<typeof importedOrderSchema>

/**
 * Reads orders at their current version, without deleted ones, and locks them until the transaction ends.
 * Why SQL: a refund is written in the receipt's transaction, set-based, and must see what that transaction wrote.
 */
export async function readImportedOrders(sql: Sql, orderIds: string[]): Promise<Map<string, ImportedOrderState>> {
  await sql(idRowSchema, `SELECT id FROM "order" WHERE id = ANY(?) AND deleted_at IS NULL ORDER BY id FOR UPDATE`, [
    orderIds,
  ])
  const rows = await sql(
    importedOrderSchema,
    `SELECT o.id, o.version, o.currency_code,
       (SELECT summary.totals FROM order_summary AS summary
        WHERE summary.order_id = o.id AND summary.version = o.version AND summary.deleted_at IS NULL LIMIT 1) AS summary,
       (SELECT coalesce(json_agg(json_build_object('id', line.id, 'title', line.title, 'metadata', line.metadata,
            'unit_price', coalesce(item.unit_price, line.unit_price)::text, 'quantity', item.quantity::text,
            'returned', (item.return_received_quantity + item.return_dismissed_quantity)::text,
            'is_tax_inclusive', line.is_tax_inclusive,
            'rate', (SELECT coalesce(sum(tax.rate), 0)::text FROM order_line_item_tax_line AS tax
                     WHERE tax.item_id = line.id AND tax.deleted_at IS NULL),
            'adjustments', (SELECT coalesce(json_agg(json_build_object('amount', adjustment.amount::text,
                              'is_tax_inclusive', adjustment.is_tax_inclusive)), '[]')
                            FROM order_line_item_adjustment AS adjustment
                            WHERE adjustment.item_id = line.id AND adjustment.version = o.version
                              AND adjustment.deleted_at IS NULL))
          ORDER BY (line.metadata->>'pos_position')::int NULLS LAST, line.id), '[]')
        FROM order_item AS item JOIN order_line_item AS line ON line.id = item.item_id
        WHERE item.order_id = o.id AND item.version = o.version AND item.deleted_at IS NULL) AS lines,
       (SELECT coalesce(json_agg(json_build_object('id', payment.id,
            'payment_collection_id', payment.payment_collection_id,
            'pos_payment_uuid', payment.data->>'pos_payment_uuid',
            'left', (payment.amount - (SELECT coalesce(sum(refund.amount), 0) FROM refund
                     WHERE refund.payment_id = payment.id AND refund.deleted_at IS NULL))::text)
          ORDER BY payment.id), '[]')
        FROM order_payment_collection AS link
        JOIN payment ON payment.payment_collection_id = link.payment_collection_id AND payment.deleted_at IS NULL
        WHERE link.order_id = o.id AND link.deleted_at IS NULL) AS payments
     FROM "order" AS o WHERE o.id = ANY(?) AND o.deleted_at IS NULL`,
    [orderIds]
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const orderTotalsSchema = z.object({
  version: z.number(),
  /** of the current version */
  total: decimalText.nullable(),
  captured: decimalText,
  /** refunds of its payments, plus transactions that name no payment */
  refunded: decimalText,
  /** true when the store refunded money without a receipt */
  refunded_beside: z.boolean(),
  /** true when an amount of any of its versions is not a number */
  not_finite: z.boolean(),
  /** the lines of the first version, as they were sold */
  lines: z.array(
    z.object({
      unitPrice: decimalText,
      quantity: decimalText,
      isTaxInclusive: z.boolean(),
      rate: decimalText,
      adjusted: decimalText,
    })
  ),
})

const rowSchema = z.object({
  receipt_id: z.string(),
  purchase_uuid: z.string(),
  sold_at: z.date(),
  currency_code: z.string(),
  amount: minorUnitsColumn,
  vat_by_rate: z.array(z.object({ tax: z.number() })).nullable(),
  /** see ORDER_MAPPING_VERSION */
  order_mapping_version: z.number().nullable(),
  payload: z.unknown(),
  /** refunds of the sale that are on its order */
  refunds: z.array(z.object({ amount: minorUnitsColumn, payload: z.unknown() })),
  order_id: z.string().nullable(),
  /** null: the store has deleted it */
  order: orderTotalsSchema.nullable(),
})

/**
 * A sale with its refunds, and the totals of its order. Amounts of receipts in minor units, of orders in major units.
 */
export type SaleWithOrder = z.infer<typeof rowSchema>

/** The sales to read: those of a period after a position, the oldest first. */
export type SalesRead = {
  connectionId: string
  from: Date
  until: Date
  after: { soldAt: string; id: string }
  limit: number
}

const ORDERED = `
  SELECT receipt.id AS receipt_id, receipt.purchase_uuid, receipt.sold_at, receipt.currency_code, receipt.amount,
    receipt.vat_by_rate, receipt.order_mapping_version, receipt.payload, receipt.order_id, (
      SELECT coalesce(json_agg(json_build_object('amount', back.amount, 'payload', back.payload)), '[]')
      FROM pos_receipt AS back
      WHERE back.connection_id = receipt.connection_id AND back.refunds_purchase_uuid = receipt.purchase_uuid
        AND back.order_id = receipt.order_id AND back.state = 'mirrored' AND back.deleted_at IS NULL) AS refunds, (
      SELECT json_build_object('version', o.version, 'total', (
          SELECT summary.totals->>'current_order_total' FROM order_summary AS summary
          WHERE summary.order_id = o.id AND summary.version = o.version AND summary.deleted_at IS NULL LIMIT 1),
        'captured', (
          SELECT coalesce(sum(payment.amount), 0)::text FROM order_payment_collection AS link
          JOIN payment ON payment.payment_collection_id = link.payment_collection_id AND payment.deleted_at IS NULL
          WHERE link.order_id = o.id AND link.deleted_at IS NULL),
        'refunded', ((
          SELECT coalesce(sum(refund.amount), 0) FROM order_payment_collection AS link
          JOIN payment ON payment.payment_collection_id = link.payment_collection_id
          JOIN refund ON refund.payment_id = payment.id AND refund.deleted_at IS NULL
          WHERE link.order_id = o.id AND link.deleted_at IS NULL) - (
          SELECT coalesce(sum(unplaced.amount), 0) FROM order_transaction AS unplaced
          WHERE unplaced.order_id = o.id AND unplaced.reference_id IS NULL AND unplaced.deleted_at IS NULL))::text,
        'refunded_beside', EXISTS (
          SELECT 1 FROM order_payment_collection AS link
          JOIN payment ON payment.payment_collection_id = link.payment_collection_id
          JOIN refund ON refund.payment_id = payment.id AND refund.deleted_at IS NULL
            AND NOT coalesce(refund.metadata, '{}') \\? 'pos_purchase_uuid'
          WHERE link.order_id = o.id AND link.deleted_at IS NULL),
        'not_finite', EXISTS (
          SELECT 1 FROM order_item AS item JOIN order_line_item AS line ON line.id = item.item_id
          WHERE item.order_id = o.id AND item.deleted_at IS NULL AND (
            'NaN'::numeric IN (line.unit_price, item.unit_price, item.quantity) OR EXISTS (
              SELECT 1 FROM order_line_item_adjustment AS adjustment
              WHERE adjustment.item_id = line.id AND adjustment.amount = 'NaN'::numeric
                AND adjustment.deleted_at IS NULL))
          UNION ALL SELECT 1 FROM order_credit_line AS credit
          WHERE credit.order_id = o.id AND credit.amount = 'NaN'::numeric AND credit.deleted_at IS NULL
          UNION ALL SELECT 1 FROM order_summary AS summary
          WHERE summary.order_id = o.id AND summary.version = o.version AND summary.deleted_at IS NULL
            AND 'NaN' IN (summary.totals->'raw_current_order_total'->>'value',
              summary.totals->'raw_credit_line_total'->>'value')),
        'lines', (
          SELECT coalesce(json_agg(json_build_object(
              'unitPrice', coalesce(item.unit_price, line.unit_price)::text, 'quantity', item.quantity::text,
              'isTaxInclusive', line.is_tax_inclusive,
              'rate', (SELECT coalesce(sum(tax.rate), 0)::text FROM order_line_item_tax_line AS tax
                       WHERE tax.item_id = line.id AND tax.deleted_at IS NULL),
              'adjusted', (SELECT coalesce(sum(adjustment.amount), 0)::text FROM order_line_item_adjustment AS adjustment
                           WHERE adjustment.item_id = line.id AND adjustment.version = 1
                             AND adjustment.deleted_at IS NULL))), '[]')
          FROM order_item AS item JOIN order_line_item AS line ON line.id = item.item_id AND line.deleted_at IS NULL
          WHERE item.order_id = o.id AND item.version = 1 AND item.deleted_at IS NULL))
      FROM "order" AS o WHERE o.id = receipt.order_id AND o.deleted_at IS NULL) AS "order"
  FROM pos_receipt AS receipt
  WHERE receipt.connection_id = ? AND NOT receipt.refund AND receipt.state = 'mirrored' AND receipt.deleted_at IS NULL
    AND NOT EXISTS (
      SELECT 1 FROM pos_store_write AS write
      WHERE write.subject = 'order:' || receipt.order_id AND write.deleted_at IS NULL OFFSET 0)`

/**
 * Reads sales with the totals of their orders, in one query. Each order is looked up by its ID, so the cost depends
 * only on the number of sales.
 */
export async function readOrderFigures(sql: Sql, read: SalesRead): Promise<SaleWithOrder[]> {
  return sql(
    rowSchema,
    `${ORDERED} AND receipt.sold_at >= ? AND receipt.sold_at < ? AND (receipt.sold_at, receipt.id) > (?::timestamptz, ?)
     ORDER BY receipt.sold_at, receipt.id LIMIT ?`,
    [read.connectionId, read.from, read.until, read.after.soldAt, read.after.id, read.limit]
  )
}

/** Like {@link readOrderFigures}, for the given sales. Those that the store does not have are left out. */
export async function readOrderFiguresOfSales(
  sql: Sql,
  connectionId: string,
  purchaseUuids: string[]
): Promise<SaleWithOrder[]> {
  return sql(rowSchema, `${ORDERED} AND receipt.purchase_uuid = ANY(?)`, [connectionId, purchaseUuids])
}

/** Like {@link readOrderFigures}, for one sale. */
export async function readOrderFiguresOf(
  sql: Sql,
  connectionId: string,
  purchaseUuid: string
): Promise<SaleWithOrder | null> {
  const [sale] = await readOrderFiguresOfSales(sql, connectionId, [purchaseUuid])
  return sale ?? null
}

const changesSchema = z.object({
  edits: z.coerce.number(),
  returns: z.coerce.number(),
  refunds: z.coerce.number(),
  payments: z.coerce.number(),
  credit_lines: z.coerce.number(),
  shipping_methods: z.coerce.number(),
  exchanges: z.coerce.number(),
  claims: z.coerce.number(),
})

/** Number of changes of an order that come from the store, not from a receipt. */
export type StoreChanges = z.infer<typeof changesSchema>

const NO_CHANGES: StoreChanges = {
  edits: 0,
  returns: 0,
  refunds: 0,
  payments: 0,
  credit_lines: 0,
  shipping_methods: 0,
  exchanges: 0,
  claims: 0,
}

/**
 * Counts the changes of an imported order that come from the store. Each edit counts as one, however many lines it
 * changed.
 */
export async function readStoreChanges(sql: Sql, orderId: string): Promise<StoreChanges> {
  const [changes] = await sql(
    changesSchema,
    `SELECT
       (SELECT count(*) FROM order_change AS edit
        WHERE edit.order_id = o.id AND edit.change_type = 'edit' AND edit.deleted_at IS NULL) AS edits,
       (SELECT count(*) FROM "return" AS back
        WHERE back.order_id = o.id AND back.metadata->>'pos_purchase_uuid' IS NULL AND back.deleted_at IS NULL) AS returns,
       (SELECT count(*) FROM order_payment_collection AS link
        JOIN payment ON payment.payment_collection_id = link.payment_collection_id
        JOIN refund ON refund.payment_id = payment.id AND refund.deleted_at IS NULL
        WHERE link.order_id = o.id AND link.deleted_at IS NULL
          AND refund.metadata->>'pos_purchase_uuid' IS NULL) AS refunds,
       (SELECT count(*) FROM order_payment_collection AS link
        JOIN payment ON payment.payment_collection_id = link.payment_collection_id AND payment.deleted_at IS NULL
        WHERE link.order_id = o.id AND link.deleted_at IS NULL
          AND payment.data->>'pos_payment_uuid' IS NULL) AS payments,
       (SELECT count(*) FROM order_credit_line AS credit
        WHERE credit.order_id = o.id AND credit.version = o.version AND credit.deleted_at IS NULL
          AND credit.metadata->>'pos_purchase_uuid' IS NULL) AS credit_lines,
       (SELECT count(*) FROM order_shipping AS shipping
        WHERE shipping.order_id = o.id AND shipping.version = o.version
          AND shipping.deleted_at IS NULL) AS shipping_methods,
       (SELECT count(*) FROM order_exchange AS exchange
        WHERE exchange.order_id = o.id AND exchange.deleted_at IS NULL) AS exchanges,
       (SELECT count(*) FROM order_claim AS claim
        WHERE claim.order_id = o.id AND claim.deleted_at IS NULL) AS claims
     FROM "order" AS o WHERE o.id = ?`,
    [orderId]
  )
  return changes ?? NO_CHANGES
}

export type OrderOwner = { id: string; customer_id: string | null; email: string | null }

/**
 * Assigns an order to a customer, or to none. Medusa's own step cannot compensate this (2.21: its compensation fails).
 */
export async function setOrderOwner(sql: Sql, { id, customer_id, email }: OrderOwner, now: Date): Promise<void> {
  await sql(z.unknown(), `UPDATE "order" SET customer_id = ?, email = ?, updated_at = ? WHERE id = ? RETURNING id`, [
    customer_id,
    email,
    now,
    id,
  ])
}
