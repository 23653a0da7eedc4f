import { BigNumber } from "bignumber.js"
import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../modules/pos/database/sql"
import { currencyDigits } from "../../translate/money"
import { IS_SOLD, ON_THE_WEB } from "./web-orders"

const rowSchema = z.object({ day: z.string(), amount: z.coerce.string(), orders: z.coerce.number() })

/** What was sold on the web on a day (`YYYY-MM-DD`); the amount in minor units. */
export type WebDay = { day: string; amount: number; orders: number }

type Asked = { currencyCode: string; timeZone: string; days: number; now: Date }

/**
 * Sales on the web on the last `days` days of a time zone, days on which nothing was sold left out. A web sale is an order
 * in the currency, see {@link ON_THE_WEB}. One statement.
 */
export async function readWebSales(sql: Sql, { currencyCode, timeZone, days, now }: Asked): Promise<WebDay[]> {
  const rows = await sql(
    rowSchema,
    `SELECT to_char((sale.created_at AT TIME ZONE ?)::date, 'YYYY-MM-DD') AS day,
            coalesce(sum((summary.totals ->> 'current_order_total')::numeric), 0) AS amount, count(*) AS orders
     FROM (
       SELECT * FROM "order" AS one
       WHERE one.created_at >= ((?::timestamptz AT TIME ZONE ?)::date - (?::int - 1))::timestamp AT TIME ZONE ?
         AND one.created_at < 'infinity'
         AND (one.currency_code = ?) IS TRUE AND ${ON_THE_WEB} AND ${IS_SOLD}
       OFFSET 0) AS sale
     LEFT JOIN LATERAL (
       SELECT one.totals FROM order_summary AS one
       WHERE one.order_id = sale.id AND one.version = sale.version AND one.deleted_at IS NULL OFFSET 0) AS summary ON true
     GROUP BY 1`,
    [timeZone, now, timeZone, days, timeZone, currencyCode]
  )
  const digits = currencyDigits(currencyCode)
  return rows.map(({ day, amount, orders }) => ({
    // Medusa does not round taxes, so the sum of a day is rounded once.
    ...{ day, amount: new BigNumber(amount).shiftedBy(digits).decimalPlaces(0, BigNumber.ROUND_HALF_UP).toNumber() },
    orders,
  }))
}
