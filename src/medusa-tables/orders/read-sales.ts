import { BigNumber } from "bignumber.js"
import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../modules/pos/database/sql"
import type { Period } from "../../modules/pos/period"
import { currencyDigits } from "../../translate/money"

const rowSchema = z.object({
  day: z.string(),
  counter_amount: z.coerce.string(),
  counter_receipts: z.coerce.number(),
  refund_amount: z.coerce.string(),
  refunds: z.coerce.number(),
  web_amount: z.coerce.string(),
  web_orders: z.coerce.number(),
})

/** A day in the organisation's time zone (`YYYY-MM-DD`); amounts are integers of minor units, refunds negative. */
export type SalesDay = {
  day: string
  counter: { amount: number; receipts: number }
  refunds: { amount: number; receipts: number }
  web: { amount: number; orders: number }
}

/**
 * Sales over the counter and on the web, day by day, every day of the period present. A web sale is an order in the
 * organisation's currency that mirrors no receipt; cancelled and draft orders do not count. One statement.
 */
export async function readSales(sql: Sql, period: Period): Promise<SalesDay[]> {
  const { connectionId, currencyCode, timeZone, days, now } = period
  const rows = await sql(
    rowSchema,
    `WITH period AS (
       SELECT (?::timestamptz AT TIME ZONE ?)::date - (?::int - 1) AS first, (?::timestamptz AT TIME ZONE ?)::date AS last
     ), bounds AS (
       SELECT first::timestamp AT TIME ZONE ? AS since FROM period
     ), counter AS (
       SELECT (sold_at AT TIME ZONE ?)::date AS day,
              coalesce(sum(amount) FILTER (WHERE NOT refund), 0) AS counter_amount,
              count(*) FILTER (WHERE NOT refund) AS counter_receipts,
              coalesce(sum(amount) FILTER (WHERE refund), 0) AS refund_amount,
              count(*) FILTER (WHERE refund) AS refunds
       FROM pos_receipt, bounds
       WHERE connection_id = ? AND sold_at >= bounds.since AND deleted_at IS NULL
       GROUP BY 1
     ), web AS (
       SELECT (sale.created_at AT TIME ZONE ?)::date AS day,
              coalesce(sum((summary.totals ->> 'current_order_total')::numeric), 0) AS web_amount, count(*) AS web_orders
       FROM bounds CROSS JOIN "order" AS sale
       LEFT JOIN order_summary AS summary
         ON summary.order_id = sale.id AND summary.version = sale.version AND summary.deleted_at IS NULL
       WHERE sale.currency_code = ? AND sale.created_at >= bounds.since AND sale.deleted_at IS NULL
         AND sale.status NOT IN ('canceled', 'draft')
         AND NOT EXISTS (SELECT 1 FROM pos_receipt AS receipt WHERE receipt.order_id = sale.id)
       GROUP BY 1
     )
     SELECT to_char(each.day, 'YYYY-MM-DD') AS day,
            coalesce(counter_amount, 0) AS counter_amount, coalesce(counter_receipts, 0) AS counter_receipts,
            coalesce(refund_amount, 0) AS refund_amount, coalesce(refunds, 0) AS refunds,
            coalesce(web_amount, 0) AS web_amount, coalesce(web_orders, 0) AS web_orders
     FROM period CROSS JOIN generate_series(period.first, period.last, '1 day') AS each(day)
     LEFT JOIN counter ON counter.day = each.day::date
     LEFT JOIN web ON web.day = each.day::date
     ORDER BY each.day`,
    [now, timeZone, days, now, timeZone, timeZone, timeZone, connectionId, timeZone, currencyCode]
  )
  const digits = currencyDigits(currencyCode)
  return rows.map((row) => ({
    day: row.day,
    counter: { amount: Number(row.counter_amount), receipts: row.counter_receipts },
    refunds: { amount: Number(row.refund_amount), receipts: row.refunds },
    web: {
      // Medusa does not round taxes, so the sum of a day is rounded once.
      amount: new BigNumber(row.web_amount).shiftedBy(digits).decimalPlaces(0, BigNumber.ROUND_HALF_UP).toNumber(),
      orders: row.web_orders,
    },
  }))
}
