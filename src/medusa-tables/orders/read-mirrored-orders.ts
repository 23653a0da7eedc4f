import { z } from "@medusajs/framework/zod"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"

const decimal = z.coerce.string()

const RECEIPT_LINE_KINDS = ["product", "custom-amount", "gift-card", "service-charge", "tip", "difference"] as const

const lineSchema = z.object({
  id: z.string(),
  title: z.string(),
  unit_price: decimal,
  quantity: decimal,
  returned: decimal,
  is_tax_inclusive: z.boolean(),
  rate: decimal,
  adjustments: z.array(z.object({ amount: decimal, is_tax_inclusive: z.boolean() })),
  metadata: z
    .looseObject({
      // A line that was added to the order in the shop has no kind; nothing of a receipt is ever taken for it.
      pos_kind: z.enum(RECEIPT_LINE_KINDS).catch("difference"),
      pos_variant_uuid: z.string().nullish(),
      pos_sku: z.string().nullish(),
      pos_gift_card_uuid: z.string().nullish(),
    })
    .nullable(),
})

const paymentSchema = z.object({
  id: z.string(),
  payment_collection_id: z.string(),
  pos_payment_uuid: z.string().nullable(),
  /** captured less refunded */
  left: decimal,
})

const summarySchema = z.looseObject({
  paid_total: decimal.default("0"),
  refunded_total: decimal.default("0"),
  credit_line_total: decimal.default("0"),
  current_order_total: decimal.default("0"),
})

const orderSchema = z.object({
  id: z.string(),
  version: z.number(),
  currency_code: z.string(),
  summary: summarySchema,
  lines: z.array(lineSchema),
  payments: z.array(paymentSchema),
})

/** An order that mirrors a sale, at its present version: what a refund of it needs to know. */
export type MirroredOrderState = z.infer<typeof orderSchema>

/**
 * Reads orders at their present version, deleted ones left out, and keeps others from changing them until the transaction ends.
 * Why SQL: a refund is written in the receipt's transaction, set-based, and must see what that transaction wrote.
 */
export async function readMirroredOrders(sql: Sql, orderIds: string[]): Promise<Map<string, MirroredOrderState>> {
  await sql(idRowSchema, `SELECT id FROM "order" WHERE id = ANY(?) AND deleted_at IS NULL ORDER BY id FOR UPDATE`, [
    orderIds,
  ])
  const rows = await sql(
    orderSchema,
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
