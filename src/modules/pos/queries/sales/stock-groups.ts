import { STOCK_REPORT } from "../../../../vocabulary/report"
import { fragment } from "../../database/page"
import type { Groups, ReportScope } from "./read-report"
import { IS_NOW, latestOf, nameIn } from "./sales-groups"

/**
 * Variants that the counter keeps stock of and that it sold in the period or in the one before, with the level as it is
 * now; those that run out first at the top. In how many days, and how often it turned, follow from that level: what it
 * was on each day of the period is not kept.
 */
export const stockGroups = (scope: ReportScope): Groups => ({
  measures: STOCK_REPORT.measures,
  order: "now_days_left NULLS LAST, now_quantity DESC, key",
  ...fragment(
    // What is oversold has run out.
    `SELECT key, name, variant, NULL::text AS currency_code, level AS now_level, low_stock AS now_low_stock, sold AS now_quantity,
       sold_before AS before_quantity, round(sold / days, 3) AS now_per_day,
       CASE WHEN sold > 0 THEN round(greatest(level, 0) * days / sold, 1) END AS now_days_left,
       CASE WHEN level > 0 THEN round(sold / level, 2) END AS now_turns
     FROM (
       SELECT key, ${nameIn("named")} AS name, ${nameIn("sized")} AS variant, (?::date - ?::date + 1)::numeric AS days,
         coalesce(sum(quantity) FILTER (WHERE is_now), 0) AS sold,
         coalesce(sum(quantity) FILTER (WHERE NOT is_now), 0) AS sold_before
       FROM (
         SELECT key, ${IS_NOW} AS is_now, sum(quantity) AS quantity, ${latestOf("label")} AS named,
           ${latestOf("variant")} AS sized
         FROM pos_sales_figure
         WHERE connection_id = ? AND dimension = 'ware' AND day >= ? AND day <= ? AND deleted_at IS NULL GROUP BY 1, 2
       ) AS of_period GROUP BY key
     ) AS moved CROSS JOIN LATERAL (
       SELECT one.pos_balance::numeric AS level, one.low_stock_level::numeric AS low_stock FROM pos_variant_link AS one
       WHERE one.variant_uuid = moved.key AND (one.connection_id = ?) IS TRUE AND one.deleted_at IS NULL AND one.tracked
         AND one.pos_balance IS NOT NULL OFFSET 0
     ) AS kept`,
    ...[scope.to, scope.from, scope.from, scope.connectionId, scope.before.from, scope.to, scope.connectionId]
  ),
})
