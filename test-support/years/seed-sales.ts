import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { productUuid, variantUuid } from "./seed-links"

const VARIANT = variantUuid("(1 + purchase_number % :products) * 2")
const PRODUCT = productUuid("1 + purchase_number % :products")

/** Key, parent, label and variant of a receipt's group of each dimension, in SQL. */
const GROUPS = {
  hour: `to_char(sold_at AT TIME ZONE 'UTC', 'HH24'), NULL, NULL, NULL`,
  ware: `${VARIANT}, ${PRODUCT}, 'Produkt ' || (1 + purchase_number % :products), 'M'`,
  category: `'Kategori ' || purchase_number % 20, NULL, NULL, NULL`,
  cashier: `'Åsa Öberg ' || purchase_number % 8, NULL, NULL, NULL`,
  payment: `CASE WHEN purchase_number % 5 = 0 THEN 'SERVICE_CASH' ELSE 'SERVICE_CARD' END, NULL, NULL, NULL`,
  discount: `CASE WHEN purchase_number % 3 = 0 THEN 'Rea' ELSE ':discount' END, NULL, NULL, NULL`,
}

/**
 * The figures of the days of receipts since the last that have some, as if they had been summed up; days are those of UTC,
 * whatever the zone of the connection is. By SQL.
 */
export async function seedSales(knex: Knex, connectionId: string, products: number): Promise<void> {
  for (const [dimension, group] of Object.entries(GROUPS)) {
    await knex.raw(
      `INSERT INTO pos_daily_sales (id, connection_id, dimension, day, key, parent, label, variant, currency_code, sales,
         refunds, quantity, gross, tax, discount, tips)
       SELECT 'posfig_${dimension}_' || day || '_' || row_number() OVER (), :connectionId, '${dimension}', day, key, parent,
         label, variant, 'sek', count(*) FILTER (WHERE NOT refund), count(*) FILTER (WHERE refund),
         sum(CASE WHEN refund THEN -1 ELSE 1 END), sum(amount), 0, 0, 0
       FROM pos_receipt CROSS JOIN LATERAL (
         SELECT to_char(sold_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day) AS dated CROSS JOIN LATERAL (
         SELECT ${group}) AS grouped(key, parent, label, variant)
       WHERE connection_id = :connectionId AND day > (
         SELECT coalesce(max(day), '') FROM pos_daily_sales WHERE connection_id = :connectionId
           AND dimension = '${dimension}')
       GROUP BY day, key, parent, label, variant ORDER BY day`,
      { connectionId, products }
    )
  }
  await knex.raw("UPDATE pos_connection SET sales_time_zone = coalesce(time_zone, 'UTC') WHERE id = ?", [connectionId])
}
