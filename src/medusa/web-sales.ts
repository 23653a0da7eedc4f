import { BigNumber } from "bignumber.js"
import { z } from "zod"
import { getStep, WEB_REPORT } from "../contract/reports"
import { firstOfLastDays, startOfDay, withinDays } from "../modules/pos/database/days"
import { fragment } from "../modules/pos/database/page"
import type { Sql } from "../modules/pos/database/sql"
import type { Groups, ReportScope } from "../modules/pos/report"
import { currencyDigits } from "../money/money"

/**
 * Condition: an order of the online store, not one of a POS purchase. It equals the condition of the index that finds
 * these among the orders of years, so that no POS order is read.
 */
const ON_THE_WEB = `metadata ->> 'pos_purchase_uuid' IS NULL AND deleted_at IS NULL`

/** Canceled orders and drafts are no sales. */
const IS_SOLD = "status NOT IN ('canceled', 'draft')"

/** An index with the columns that a report needs, so that the rows, which lie far apart, need not be read. */
export const WEB_ORDERS_INDEX = {
  name: "IDX_pos_order_on_the_web",
  table: "order",
  on: `("created_at") INCLUDE ("id", "version", "currency_code", "status") WHERE ${ON_THE_WEB}`,
}

const rowSchema = z.object({ day: z.string(), amount: z.coerce.string(), orders: z.coerce.number() })

/** Online sales of a day (`YYYY-MM-DD`); the amount in minor units. */
export type WebDay = { day: string; amount: number; orders: number }

type Asked = { currencyCode: string; timeZone: string; days: number; now: Date }

/**
 * Reads online sales of the last `days` days in a time zone; days without sales are absent. An online sale is an order
 * in the currency, see {@link ON_THE_WEB}. One query.
 */
export async function readWebSales(sql: Sql, { currencyCode, timeZone, days, now }: Asked): Promise<WebDay[]> {
  const zone = fragment("?", timeZone)
  const begin = startOfDay(firstOfLastDays(now, zone, days), zone)
  const rows = await sql(
    rowSchema,
    `SELECT to_char((sale.created_at AT TIME ZONE ?)::date, 'YYYY-MM-DD') AS day,
            coalesce(sum((summary.totals ->> 'current_order_total')::numeric), 0) AS amount, count(*) AS orders
     FROM (
       SELECT * FROM "order"
       WHERE created_at >= ${begin.text}
         AND created_at < 'infinity'
         AND (currency_code = ?) IS TRUE AND ${ON_THE_WEB} AND ${IS_SOLD}
       OFFSET 0) AS sale
     LEFT JOIN LATERAL (
       SELECT totals FROM order_summary
       WHERE order_id = sale.id AND version = sale.version AND deleted_at IS NULL OFFSET 0) AS summary ON true
     GROUP BY 1`,
    [timeZone, ...begin.bindings, currencyCode]
  )
  const digits = currencyDigits(currencyCode)
  return rows.map(({ day, amount, orders }) => ({
    // Medusa does not round taxes, so the sum of a day is rounded once.
    day,
    amount: new BigNumber(amount).shiftedBy(digits).decimalPlaces(0, BigNumber.ROUND_HALF_UP).toNumber(),
    orders,
  }))
}

/** `currencyCode`: of the online orders; POS sales have separate rows for each currency. */
export type WebScope = ReportScope & { timeZone: string; currencyCode: string }

/**
 * Compares POS sales with online sales, by days or weeks of the organization. A day of the period before is compared
 * with the day at the same distance from the start of the period. An order counts on its day with its current total,
 * from which Medusa has subtracted refunds. One query: online orders are found by an index that has no others, and each
 * order's total by its version.
 */
export function webGroups({ connectionId, from, to, before, timeZone, currencyCode }: WebScope): Groups {
  const step = getStep(from, to)
  const created = withinDays("created_at", { from: before.from, to, timeZone })
  const placed = "(date_trunc(?, CASE WHEN is_now THEN day ELSE day + (?::date - ?::date) END))::date::text"
  const sums = (column: string) =>
    `coalesce(sum(${column}) FILTER (WHERE is_now), 0) AS now_${column},
     coalesce(sum(${column}) FILTER (WHERE NOT is_now), 0) AS before_${column}`
  return {
    measures: WEB_REPORT.measures,
    order: "key",
    ...fragment(
      // Medusa does not round taxes, so the sum of a day is rounded once.
      `SELECT ${placed} AS key, NULL::text AS name, NULL::text AS variant, currency_code,
         ${["receipts", "pos", "orders", "web", "together"].map(sums).join(", ")}
       FROM (
         SELECT day::date AS day, day COLLATE "C" >= ? AS is_now, currency_code, sum(sales) AS receipts, sum(gross) AS pos,
           0 AS orders, 0 AS web, sum(gross) AS together
         FROM pos_daily_sales
         WHERE connection_id = ? AND dimension = 'hour' AND day >= ? AND day <= ? AND deleted_at IS NULL GROUP BY 1, 2, 3
         UNION ALL
         SELECT day, day >= ?::date, ?, 0, 0, count(*), round(sum(total) * power(10::numeric, ?)),
           round(sum(total) * power(10::numeric, ?))
         FROM (
           SELECT (sale.created_at AT TIME ZONE ?)::date AS day, coalesce(summary.total, 0) AS total
           FROM (
             SELECT id, version, created_at FROM "order"
             WHERE ${ON_THE_WEB} AND ${created.text} AND (currency_code = ?) IS TRUE AND ${IS_SOLD}
             OFFSET 0) AS sale
           LEFT JOIN LATERAL (
             SELECT (totals ->> 'current_order_total')::numeric AS total FROM order_summary
             WHERE order_id = sale.id AND version = sale.version AND deleted_at IS NULL OFFSET 0) AS summary ON true
         ) AS web_sale GROUP BY 1, 2
       ) AS each_day
       GROUP BY 1, currency_code`,
      step,
      from,
      before.from,
      from,
      connectionId,
      before.from,
      to,
      from,
      currencyCode,
      currencyDigits(currencyCode),
      currencyDigits(currencyCode),
      timeZone,
      ...created.bindings,
      currencyCode
    ),
  }
}
