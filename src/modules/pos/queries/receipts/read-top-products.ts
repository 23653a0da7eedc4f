import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../database/sql"
import type { Period } from "../../period"

const SHOWN = 5

const rowSchema = z.object({
  name: z.string(),
  product_id: z.string().nullable(),
  /** decimal text: goods are sold by weight too */
  quantity: z.coerce.string(),
  amount: z.coerce.number(),
})

/** A product as it stands on receipts; `amount` in minor units before purchase-wide discounts, refunds subtracted. */
export type TopProduct = z.infer<typeof rowSchema>

/**
 * What was sold most over the counter, by money. Read from the receipts' own rows, because they hold what the shop
 * cannot know (free amounts have no product) and because refunds stand there with negative quantities.
 */
export async function readTopProducts(sql: Sql, period: Period): Promise<TopProduct[]> {
  const { connectionId, timeZone, days, now } = period
  return sql(
    rowSchema,
    `WITH sold AS (
       SELECT line ->> 'productUuid' AS product_uuid,
              coalesce(nullif(line ->> 'name', ''), line ->> 'productUuid') AS name,
              (line ->> 'quantity')::numeric AS quantity,
              (line ->> 'quantity')::numeric * (line ->> 'unitPrice')::numeric
                - coalesce((line ->> 'discountValue')::numeric, 0) AS amount
       FROM pos_receipt AS receipt CROSS JOIN jsonb_array_elements(receipt.payload -> 'products') AS line
       WHERE receipt.connection_id = ? AND receipt.deleted_at IS NULL
         AND receipt.sold_at >= ((?::timestamptz AT TIME ZONE ?)::date - (?::int - 1))::timestamp AT TIME ZONE ?
         AND line ->> 'productUuid' IS NOT NULL
     ), best AS (
       SELECT product_uuid, max(name) AS name, sum(quantity) AS quantity, round(sum(amount)) AS amount
       FROM sold GROUP BY product_uuid HAVING sum(amount) > 0 ORDER BY sum(amount) DESC, product_uuid LIMIT ?
     )
     SELECT best.name, link.product_id, trim_scale(best.quantity)::text AS quantity, best.amount
     FROM best LEFT JOIN pos_product_link AS link
       ON (link.connection_id = ?) IS TRUE AND link.product_uuid = best.product_uuid AND link.deleted_at IS NULL
     WHERE best.name IS NOT NULL
     ORDER BY best.amount DESC, best.product_uuid`,
    [connectionId, now, timeZone, days, timeZone, SHOWN, connectionId]
  )
}
