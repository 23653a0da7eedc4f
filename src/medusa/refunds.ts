import { z } from "zod"
import type { ReceiptOrder } from "../features/purchases/receipt-line-mapping"
import { jsonText } from "../modules/pos/database/json-text"
import { idRowSchema, type Sql } from "../modules/pos/database/sql"
import { collectRows, insertRows, type TableRows } from "./order-tables"
import { readImportedOrders } from "./orders"
import { addRefund, type RefundOfOrder, type ReturnedOfOrder } from "./refund-rows"

const INSERT_ORDER = [
  "order_line_item",
  "order_item",
  "order_line_item_adjustment",
  "return",
  "return_item",
  "order_change",
  "order_change_action",
  "order_credit_line",
  "refund",
  "order_transaction",
  "order_summary",
]

/**
 * Applies refunds to the orders of their sales, at most one per order; deleted orders are left out. In a transaction.
 * @param refunds `receipt` is the refund with reversed signs, so its amounts are positive
 * @returns the rows that it wrote, and the IDs of the orders that it changed
 */
export async function writeRefundsOfOrders(
  sql: Sql,
  refunds: { orderId: string; receipt: ReceiptOrder }[],
  stockLocationId: string
): Promise<{ rows: TableRows; orderIds: Set<string> }> {
  const orderIds = refunds.map(({ orderId }) => orderId)
  const orders = await readImportedOrders(sql, orderIds)
  const refundsOfOrders = refunds.flatMap(({ orderId, receipt }): RefundOfOrder[] => {
    const order = orders.get(orderId)
    return order ? [{ receipt, order, stockLocationId }] : []
  })
  const { rows, returned } = toRefundRows(refundsOfOrders)
  const written = [...orders.keys()]
  await copyToNextVersion(sql, written, returned)
  await insertRows(sql, rows)
  await refreshCollections(sql, written)
  return { rows, orderIds: new Set(written) }
}

/** Builds the rows that refunds add to the orders of their sales, and the returned quantities of the orders' lines. */
export function toRefundRows(refunds: RefundOfOrder[]): { rows: TableRows; returned: ReturnedOfOrder[] } {
  const { add, rows } = collectRows(INSERT_ORDER)
  const returned = refunds.flatMap((refund) => addRefund(add, refund))
  return { rows: rows(), returned }
}

const QUANTITIES = [
  "quantity",
  "fulfilled_quantity",
  "shipped_quantity",
  "delivered_quantity",
  "return_requested_quantity",
  "return_dismissed_quantity",
  "written_off_quantity",
  "unit_price",
  "compare_at_unit_price",
]
const COPIED = QUANTITIES.flatMap((column) => [column, `raw_${column}`]).join(", ")

/**
 * Copies orders to their next version as Medusa does: everything that belongs to a version (lines, adjustments, credit
 * lines, shipping) is copied, and the lines' copies include the returned quantities. The caller adds new rows, and the
 * summary.
 */
export async function copyToNextVersion(sql: Sql, orderIds: string[], returned: ReturnedOfOrder[]): Promise<void> {
  const copied = z.object({ item_id: z.string() })
  await sql(
    copied,
    `INSERT INTO order_item (id, order_id, item_id, version, metadata, ${COPIED},
       return_received_quantity, raw_return_received_quantity)
     SELECT 'orditem_' || replace(gen_random_uuid()::text, '-', ''), item.order_id, item.item_id, item.version + 1,
       item.metadata, ${COPIED.replace(/\b(?=\w)/g, "item.")},
       item.return_received_quantity + coalesce(back.quantity, 0), jsonb_build_object('value',
         trim_scale(item.return_received_quantity + coalesce(back.quantity, 0))::text, 'precision', 20)
     FROM "order" AS o
     JOIN order_item AS item ON item.order_id = o.id AND item.version = o.version AND item.deleted_at IS NULL
     LEFT JOIN json_to_recordset(?::json) AS back(order_id text, item_id text, quantity numeric)
       ON back.order_id = o.id AND back.item_id = item.item_id
     WHERE o.id = ANY(?) RETURNING item_id`,
    [jsonText(returned), orderIds]
  )
  await sql(
    idRowSchema,
    `INSERT INTO order_line_item_adjustment (id, item_id, version, description, promotion_id, code, provider_id,
       is_tax_inclusive, amount, raw_amount)
     SELECT 'ordliadj_' || replace(gen_random_uuid()::text, '-', ''), old.item_id, old.version + 1, old.description,
       old.promotion_id, old.code, old.provider_id, old.is_tax_inclusive, old.amount, old.raw_amount
     FROM "order" AS o
     JOIN order_item AS item ON item.order_id = o.id AND item.version = o.version AND item.deleted_at IS NULL
     JOIN order_line_item_adjustment AS old ON old.item_id = item.item_id AND old.version = o.version
       AND old.deleted_at IS NULL
     WHERE o.id = ANY(?) RETURNING id`,
    [orderIds]
  )
  await sql(
    idRowSchema,
    `INSERT INTO order_credit_line (id, order_id, version, reference, reference_id, amount, raw_amount, metadata)
     SELECT 'ordcl_' || replace(gen_random_uuid()::text, '-', ''), old.order_id, old.version + 1, old.reference,
       old.reference_id, old.amount, old.raw_amount, old.metadata
     FROM "order" AS o
     JOIN order_credit_line AS old ON old.order_id = o.id AND old.version = o.version AND old.deleted_at IS NULL
     WHERE o.id = ANY(?) RETURNING id`,
    [orderIds]
  )
  await sql(
    idRowSchema,
    `INSERT INTO order_shipping (id, order_id, version, shipping_method_id)
     SELECT 'ordspmv_' || replace(gen_random_uuid()::text, '-', ''), old.order_id, old.version + 1, old.shipping_method_id
     FROM "order" AS o
     JOIN order_shipping AS old ON old.order_id = o.id AND old.version = o.version AND old.deleted_at IS NULL
     WHERE o.id = ANY(?) RETURNING id`,
    [orderIds]
  )
  await sql(
    idRowSchema,
    `UPDATE "order" SET version = version + 1, updated_at = now() WHERE id = ANY(?) RETURNING id`,
    [orderIds]
  )
}

/** Sets each collection's refunded amount to the sum of its payments' refunds. */
export async function refreshCollections(sql: Sql, orderIds: string[]): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE payment_collection AS collection SET refunded_amount = given.amount, updated_at = now(),
       raw_refunded_amount = jsonb_build_object('value', given.amount::text, 'precision', 20)
     FROM (SELECT payment.payment_collection_id AS id, sum(refund.amount) AS amount
           FROM order_payment_collection AS link
           JOIN payment ON payment.payment_collection_id = link.payment_collection_id AND payment.deleted_at IS NULL
           JOIN refund ON refund.payment_id = payment.id AND refund.deleted_at IS NULL
           WHERE link.order_id = ANY(?) AND link.deleted_at IS NULL
           GROUP BY payment.payment_collection_id) AS given
     WHERE collection.id = given.id RETURNING collection.id`,
    [orderIds]
  )
}
