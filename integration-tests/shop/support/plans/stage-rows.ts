import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { sqlOn } from "../../../../src/modules/pos/database/sql-on"
import type { BenchmarkStore } from "../../../../test-support/seed-benchmark-store"

/** So many of each kind wait, among all that there was. */
export const DUE = 50

/** A call of the store's stock whose answer was lost. */
export const LOST_CALL = "call-lost"

export type PlansStage = {
  connectionId: string
  shop: BenchmarkStore
  /** of products and variants; the first variant is the best-seller */
  products: { id: string; link: string; uuid: string }[]
  variants: { id: string; link: string; uuid: string; sku: string; product: string }[]
  items: string[]
  receipts: { id: string; uuid: string; order: string; number: number }[]
  from: Date
  to: Date
  now: Date
}

/** Marks a few rows of each kind as due, and reports which they are. */
export async function stageRows(knex: Knex, connectionId: string, shop: BenchmarkStore): Promise<PlansStage> {
  const run = async (statement: string) => knex.raw(statement, { connectionId, due: DUE, call: LOST_CALL })
  await run(
    `UPDATE pos_product_link SET revision = revision + 1 WHERE id IN (SELECT id FROM pos_product_link ORDER BY id LIMIT :due)`
  )
  await run(
    `UPDATE pos_variant_link SET stock_revision = stock_revision + 1
     WHERE id IN (SELECT id FROM pos_variant_link ORDER BY id LIMIT :due)`
  )
  await run(
    `INSERT INTO pos_inbox_entry (id, connection_id, natural_key, event_name, aggregate, source, payload, state)
     SELECT 'posin_due' || n, :connectionId, 'due' || n, 'PurchaseCreated', 'purchase:waiting' || n, 'webhook', '{}',
       CASE WHEN n % 10 = 0 THEN 'dead' ELSE 'pending' END FROM generate_series(1, :due::int) AS n`
  )
  await run(
    `INSERT INTO pos_stock_movement (id, connection_id, variant_link_id, natural_key, kind, state, change, identifier,
       occurred_at)
     SELECT 'posmov_lost' || id, :connectionId, id, :call || ':' || variant_uuid, 'pushed', 'unknown', '-1', :call, now()
     FROM (SELECT id, variant_uuid FROM pos_variant_link ORDER BY id LIMIT :due) AS link`
  )
  await run(
    `INSERT INTO pos_receipt (id, connection_id, purchase_uuid, state, amount, raw_amount, currency_code, refund,
       refunds_purchase_uuid, sold_at, payload, created_at)
     SELECT 'posrec_refund' || number, :connectionId, 'refund' || number, 'pending', -1, '{}', 'sek', true, purchase_uuid,
       now(), jsonb_build_object('purchaseUUID1', purchase_uuid, 'amount', -1, 'currency', 'SEK', 'products', '[]'::jsonb,
         'payments', '[]'::jsonb, 'created', '2026-01-01T00:00:00Z'), now() - interval '1 hour'
     FROM (SELECT purchase_uuid, row_number() OVER () AS number FROM pos_receipt
           WHERE connection_id = :connectionId AND NOT refund ORDER BY sold_at DESC LIMIT :due) AS sale`
  )
  await run(
    `INSERT INTO pos_daily_sales_due (id, connection_id, sold_at)
     SELECT 'posmark_due' || n, :connectionId, TIMESTAMPTZ '2025-03-01 08:00:00Z' + n * interval '10 minutes'
     FROM generate_series(1, :due::int) AS n`
  )
  const sql = sqlOn(knex)
  const text = z.string()
  const products = await sql(
    z.object({ id: text, link: text, uuid: text }),
    "SELECT product_id AS id, id AS link, product_uuid AS uuid FROM pos_product_link ORDER BY id LIMIT ?",
    [DUE]
  )
  const variants = await sql(
    z.object({ id: text, link: text, uuid: text, sku: text, product: text }),
    `SELECT link.variant_id AS id, link.id AS link, link.variant_uuid AS uuid, variant.sku, link.product_link_id AS product
     FROM pos_variant_link AS link JOIN product_variant AS variant ON variant.id = link.variant_id
     ORDER BY link.id LIMIT ?`,
    [DUE]
  )
  const items = await sql(z.object({ id: text }), "SELECT id FROM inventory_level ORDER BY id LIMIT ?", [DUE])
  const receipts = await sql(
    z.object({ id: text, uuid: text, order: text, number: z.number() }),
    `SELECT id, purchase_uuid AS uuid, order_id AS "order", purchase_number AS number FROM pos_receipt
     WHERE connection_id = ? AND NOT refund AND order_id IS NOT NULL ORDER BY sold_at DESC LIMIT ?`,
    [connectionId, DUE]
  )
  const [from, to] = [new Date("2025-03-01"), new Date("2025-03-08")]
  return {
    connectionId,
    shop,
    products,
    variants,
    receipts,
    items: items.map(({ id }) => id),
    from,
    to,
    now: new Date(),
  }
}
