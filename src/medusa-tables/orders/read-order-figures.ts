import { z } from "@medusajs/framework/zod"
import { minorUnitsColumn } from "../../modules/pos/database/big-number"
import type { Sql } from "../../modules/pos/database/sql"

const decimal = z.coerce.string()

const orderSchema = z.object({
  version: z.number(),
  /** of its present version */
  total: decimal.nullable(),
  captured: decimal,
  /** of what was captured, and by transactions that name no payment */
  refunded: decimal,
  /** true where money was given back that no receipt gave back */
  refunded_beside: z.boolean(),
  /** true where a figure of any of its versions is not a number */
  not_finite: z.boolean(),
  /** as they were sold: of the first version */
  lines: z.array(
    z.object({
      unitPrice: decimal,
      quantity: decimal,
      isTaxInclusive: z.boolean(),
      rate: decimal,
      adjusted: decimal,
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
  /** of the sale, those that are on its order */
  refunds: z.array(z.object({ amount: minorUnitsColumn, payload: z.unknown() })),
  order_id: z.string().nullable(),
  /** null: the shop has it no longer */
  order: orderSchema.nullable(),
})

/** A mirrored sale with its refunds, and what the shop's order of it comes to. Amounts of receipts in minor units. */
export type SaleWithOrder = z.infer<typeof rowSchema>

/** Which sales: those of a period behind a place, the oldest first, or those that are named. */
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
  WHERE receipt.connection_id = ? AND NOT receipt.refund AND receipt.state = 'mirrored' AND receipt.deleted_at IS NULL`

/**
 * Sales with what the shop's orders of them come to. One statement; each order is looked up by its id, so that it reads
 * as much as there are sales, whatever is thought of the tables.
 */
export async function readOrderFigures(sql: Sql, read: SalesRead): Promise<SaleWithOrder[]> {
  return sql(
    rowSchema,
    `${ORDERED} AND receipt.sold_at >= ? AND receipt.sold_at < ? AND (receipt.sold_at, receipt.id) > (?::timestamptz, ?)
     ORDER BY receipt.sold_at, receipt.id LIMIT ?`,
    [read.connectionId, read.from, read.until, read.after.soldAt, read.after.id, read.limit]
  )
}

/** As {@link readOrderFigures}, of one sale. */
export async function readOrderFiguresOf(
  sql: Sql,
  connectionId: string,
  purchaseUuid: string
): Promise<SaleWithOrder | null> {
  const [sale] = await sql(rowSchema, `${ORDERED} AND receipt.purchase_uuid = ?`, [connectionId, purchaseUuid])
  return sale ?? null
}
