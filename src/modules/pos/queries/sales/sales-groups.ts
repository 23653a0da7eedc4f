import type { Measure, ReportDeclaration } from "../../../../vocabulary/report"
import { fragment } from "../../database/page"
import type { Groups, ReportScope } from "./read-report"

/** What measures are made of, and how: sums of columns, which the outer query adds up by period. */
const OF_SUMS: Partial<Record<Measure, (sum: (column: string) => string) => string>> = {
  receipts: (sum) => sum("sales"),
  refunds: (sum) => sum("refunds"),
  quantity: (sum) => sum("quantity"),
  gross: (sum) => sum("gross"),
  tax: (sum) => sum("tax"),
  net: (sum) => `${sum("gross")} - ${sum("tax")}`,
  discount: (sum) => sum("discount"),
  tips: (sum) => sum("tips"),
}

const COLUMNS = ["sales", "refunds", "quantity", "gross", "tax", "discount", "tips"]

const ROW_OF: Record<ReportDeclaration["by"], string> = {
  key: "key",
  parent: "parent",
  weekday: "extract(isodow FROM day::date)::int::text",
}

/** Where the name begins behind an ISO date, which leads it so that the latest is the greatest. */
const BEHIND_DAY = 11

/** The greatest text of a group that its day leads; {@link nameIn} takes the day off. */
export const latestOf = (column: string): string => `max((day || ${column}) COLLATE "C")`

export const nameIn = (dated: string): string => `substr(max(${dated} COLLATE "C"), ${BEHIND_DAY})`

/** Tells the period (bound) from the one before it, once for each row: sums of either would ask at every row and column. */
export const IS_NOW = `(day COLLATE "C" >= ?)`

/** What was sold over the counter in two periods, as a report's declaration says. */
export function salesGroups(report: ReportDeclaration, scope: ReportScope): Groups {
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
           ${by === "parent" ? latestOf("label") : "NULL::text"} AS dated
         FROM pos_sales_figure
         WHERE connection_id = ? AND dimension = ? AND day >= ? AND day <= ? AND deleted_at IS NULL GROUP BY 1, 2, 3
       ) AS of_period
       GROUP BY key, currency_code`,
      ...[scope.from, scope.connectionId, dimension, scope.before.from, scope.to]
    ),
  }
}
