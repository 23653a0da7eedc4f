import { fragment } from "../../modules/pos/database/page"
import type { Groups, ReportScope } from "../../modules/pos/queries/sales/read-report"
import { currencyDigits } from "../../translate/money"
import { stepOf, WEB_REPORT } from "../../vocabulary/report"
import { IS_SOLD, ON_THE_WEB } from "./web-orders"

/** `currencyCode`: of the web orders; of the counter's figures each currency has rows of its own. */
export type WebScope = ReportScope & { timeZone: string; currencyCode: string }

/**
 * What was sold over the counter beside what was sold on the web, by days or weeks of the organisation. A day of the period
 * before stands beside the one that lies as far into the period. An order counts on its day, as it stands now: what was
 * given back is taken off its total by Medusa. One statement; web orders are found by an index that has no others, and
 * each one's total by its version.
 */
export function webGroups({ connectionId, from, to, before, timeZone, currencyCode }: WebScope): Groups {
  const step = stepOf(from, to)
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
         ${["receipts", "counter", "orders", "web", "together"].map(sums).join(", ")}
       FROM (
         SELECT day::date AS day, day COLLATE "C" >= ? AS is_now, currency_code, sum(sales) AS receipts, sum(gross) AS counter,
           0 AS orders, 0 AS web, sum(gross) AS together
         FROM pos_sales_figure
         WHERE connection_id = ? AND dimension = 'hour' AND day >= ? AND day <= ? AND deleted_at IS NULL GROUP BY 1, 2, 3
         UNION ALL
         SELECT day, day >= ?::date, ?, 0, 0, count(*), round(sum(total) * power(10::numeric, ?)),
           round(sum(total) * power(10::numeric, ?))
         FROM (
           SELECT (sale.created_at AT TIME ZONE ?)::date AS day, coalesce(summary.total, 0) AS total
           FROM (
             SELECT id, version, created_at FROM "order"
             WHERE ${ON_THE_WEB} AND created_at >= (?::date)::timestamp AT TIME ZONE ?
               AND created_at < (?::date + 1)::timestamp AT TIME ZONE ? AND (currency_code = ?) IS TRUE AND ${IS_SOLD}
             OFFSET 0) AS sale
           LEFT JOIN LATERAL (
             SELECT (one.totals ->> 'current_order_total')::numeric AS total FROM order_summary AS one
             WHERE one.order_id = sale.id AND one.version = sale.version AND one.deleted_at IS NULL OFFSET 0) AS summary ON true
         ) AS web_sale GROUP BY 1, 2
       ) AS each_day
       GROUP BY 1, currency_code`,
      ...[step, from, before.from, from, connectionId, before.from, to],
      ...[from, currencyCode, currencyDigits(currencyCode), currencyDigits(currencyCode), timeZone],
      ...[before.from, timeZone, to, timeZone, currencyCode]
    ),
  }
}
