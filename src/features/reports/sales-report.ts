import type { MedusaContainer } from "@medusajs/framework/types"
import {
  type Measure,
  type ReportDeclaration,
  type ReportKind,
  SALES_REPORTS,
  STOCK_REPORT,
} from "../../contract/reports"
import { countDays, shiftDay } from "../../contract/time"
import { webGroups, type WebScope } from "../../medusa/web-sales"
import { POS_MODULE } from "../../modules/pos"
import { fragment } from "../../modules/pos/database/page"
import { type Groups, readReport, type ReportPeriod, type ReportScope } from "../../modules/pos/report"
import { knownTimeZone } from "../../modules/pos/organization-time"
import { computeSales } from "../sales"

/** Returns the SQL of a report. */
export function getGroups(kind: ReportKind, scope: WebScope): Groups {
  switch (kind) {
    case "stock":
      return stockGroups(scope)
    case "web":
      return webGroups(scope)
    default:
      return salesGroups(SALES_REPORTS[kind], scope)
  }
}

/** `from` and `to`: days of the organization, both inclusive, as ISO dates. */
export type SalesReportInput = { connection_id: string; kind: ReportKind; from: string; to: string; limit: number }

/** Returns the scope of a connection's report, after all receipts so far are summed up. */
export async function computedScope(
  container: MedusaContainer,
  connection: { id: string; time_zone: string | null; currency_code: string },
  { from, to }: { from: string; to: string }
): Promise<WebScope> {
  const connectionId = connection.id
  const timeZone = knownTimeZone(connection.time_zone)
  const period = withPeriodBefore(from, to)
  await computeSales(container, { connectionId, timeZone, from: period.before.from, to })
  return { connectionId, timeZone, currencyCode: connection.currency_code, ...period }
}

/** Reads a report with the previous period, including all receipts so far. @throws ConnectionNotFoundError */
export async function salesReport(container: MedusaContainer, input: SalesReportInput) {
  const pos = container.resolve(POS_MODULE)
  const scope = await computedScope(container, await pos.findConnection(input.connection_id), input)
  const { from, to, before, timeZone: time_zone } = scope
  const read = await pos.query((sql) => readReport(sql, getGroups(input.kind, scope), input.limit))
  return { kind: input.kind, time_zone, from, to, before, ...read }
}

/** Returns a period of days, both inclusive, and the preceding period of the same length. */
export const withPeriodBefore = (from: string, to: string): ReportPeriod => ({
  from,
  to,
  before: { from: shiftDay(from, -countDays(from, to)), to: shiftDay(from, -1) },
})

/** SQL of measures from sums of columns. The outer query adds them up by period. */
const OF_SUMS: Partial<Record<Measure, (sum: (column: string) => string) => string>> = {
  receipts: (sum) => sum("sales"),
  refunds: (sum) => sum("refunds"),
  quantity: (sum) => sum("quantity"),
  gross: (sum) => sum("gross"),
  tax: (sum) => sum("tax"),
  net: (sum) => `${sum("gross")} - ${sum("tax")}`,
  discount: (sum) => sum("discount"),
  tips: (sum) => sum("tips"),
  paid: (sum) => sum("gross"),
}

const COLUMNS = ["sales", "refunds", "quantity", "gross", "tax", "discount", "tips"]

const ROW_OF: Record<ReportDeclaration["by"], string> = {
  key: "key",
  parent: "parent",
  weekday: "extract(isodow FROM day::date)::int::text",
}

/** Position of a name after an ISO date. The date comes first, so that the latest name is the greatest. */
export const BEHIND_DAY = 11

/** SQL for a group's latest text with its day before it; {@link nameIn} removes the day. */
export const latestNameSql = (column: string): string => `max((day || ${column}) COLLATE "C")`

const nameIn = (dated: string): string => `substr(max(${dated} COLLATE "C"), ${BEHIND_DAY})`

/**
 * SQL condition of the current period (bound), as opposed to the previous one. It is evaluated once per row instead of
 * once per sum.
 */
const IS_NOW = `(day COLLATE "C" >= ?)`

/** SQL of POS sales in two periods, according to a report's declaration. */
function salesGroups(report: ReportDeclaration, scope: ReportScope): Groups {
  const { dimension, by, measures, sortedBy } = report
  const over = (measure: Measure, condition: string) =>
    OF_SUMS[measure]?.((column) => `coalesce(sum(${column}) FILTER (WHERE ${condition}), 0)`) ?? "NULL::numeric"
  const figures = measures.flatMap((measure) => [
    `${over(measure, "is_now")} AS now_${measure}`,
    `${over(measure, "NOT is_now")} AS before_${measure}`,
  ])
  const needed = measures.map((measure) => OF_SUMS[measure]?.((column) => column) ?? "").join(" ")
  const sums = COLUMNS.filter((column) => needed.includes(column)).map((column) => `sum(${column}) AS ${column}`)
  return {
    measures,
    order: sortedBy === null ? "key" : `now_${sortedBy} DESC, before_${sortedBy} DESC, key`,
    ...fragment(
      `SELECT key, ${nameIn("dated")} AS name, NULL::text AS variant, currency_code, ${figures.join(", ")}
       FROM (
         SELECT ${ROW_OF[by]} AS key, currency_code, ${IS_NOW} AS is_now, ${sums.join(", ")},
           ${by === "parent" ? latestNameSql("label") : "NULL::text"} AS dated
         FROM pos_daily_sales
         WHERE connection_id = ? AND dimension = ? AND day >= ? AND day <= ? AND deleted_at IS NULL GROUP BY 1, 2, 3
       ) AS of_period
       GROUP BY key, currency_code`,
      scope.from,
      scope.connectionId,
      dimension,
      scope.before.from,
      scope.to
    ),
  }
}

/**
 * SQL of variants with POS stock that were sold in either period, with their current level; those that run out first
 * come first. Days left and turnover are computed from the current level, because past levels are not stored.
 */
const stockGroups = (scope: ReportScope): Groups => ({
  measures: STOCK_REPORT.measures,
  order: "now_days_left NULLS LAST, now_quantity DESC, key",
  ...fragment(
    // Oversold variants have run out.
    `SELECT key, name, variant, NULL::text AS currency_code, level AS now_level, low_stock AS now_low_stock, sold AS now_quantity,
       sold_before AS before_quantity, round(sold / days, 3) AS now_per_day,
       CASE WHEN sold > 0 THEN round(greatest(level, 0) * days / sold, 1) END AS now_days_left,
       CASE WHEN level > 0 THEN round(sold / level, 2) END AS now_turns
     FROM (
       SELECT key, ${nameIn("named")} AS name, ${nameIn("sized")} AS variant, (?::date - ?::date + 1)::numeric AS days,
         coalesce(sum(quantity) FILTER (WHERE is_now), 0) AS sold,
         coalesce(sum(quantity) FILTER (WHERE NOT is_now), 0) AS sold_before
       FROM (
         SELECT key, ${IS_NOW} AS is_now, sum(quantity) AS quantity, ${latestNameSql("label")} AS named,
           ${latestNameSql("variant")} AS sized
         FROM pos_daily_sales
         WHERE connection_id = ? AND dimension = 'ware' AND day >= ? AND day <= ? AND deleted_at IS NULL GROUP BY 1, 2
       ) AS of_period GROUP BY key
     ) AS moved CROSS JOIN LATERAL (
       SELECT pos_balance::numeric AS level, low_stock_level::numeric AS low_stock FROM pos_variant_link
       WHERE variant_uuid = moved.key AND (connection_id = ?) IS TRUE AND deleted_at IS NULL AND tracked
         AND pos_balance IS NOT NULL OFFSET 0
     ) AS kept`,
    scope.to,
    scope.from,
    scope.from,
    scope.connectionId,
    scope.before.from,
    scope.to,
    scope.connectionId
  ),
})
