import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** One order on the web for so many receipts. */
const RECEIPTS_PER_ORDER = 15

/** Orders of the web shop beside the receipts that have none yet beside them: as many days, with a total. By SQL. */
export async function seedWebOrders(knex: Knex, connectionId: string): Promise<void> {
  await knex.raw(
    `WITH sold AS (
       SELECT id, currency_code, sold_at, amount, row_number() OVER (ORDER BY id) AS number
       FROM pos_receipt WHERE connection_id = ? AND NOT refund
     ), placed AS (
       INSERT INTO "order" (id, currency_code, status, version, display_id, created_at, updated_at)
       SELECT 'order_web_' || id, currency_code, 'pending', 1,
         number + (SELECT coalesce(max(display_id), 0) FROM "order"), sold_at, sold_at
       FROM sold WHERE number % ${RECEIPTS_PER_ORDER} = 0 AND NOT EXISTS (
         SELECT 1 FROM "order" WHERE "order".id = 'order_web_' || sold.id)
       RETURNING id
     )
     INSERT INTO order_summary (id, order_id, version, totals)
     SELECT 'ordsum_' || placed.id, placed.id, 1,
       jsonb_build_object('paid_total', sold.amount, 'current_order_total', sold.amount)
     FROM placed JOIN sold ON placed.id = 'order_web_' || sold.id`,
    [connectionId]
  )
}
