import { type ReportRow, reportRows, reportRowSchema } from "../../modules/pos/queries/sales/read-report"
import { isSum, type Measure, MEASURES, type ReportKind, shownBy } from "../../vocabulary/report"
import { type ColumnKinds, defineExport, type ExportTable } from "../finance/define-export"
import type { WebScope } from "../../medusa-tables/orders/web-groups"
import { groupsOf } from "./sales-report"

/** A report as a table: each measure, and of those that can be compared the same of the period before. */
export function reportTable(kind: ReportKind, scope: WebScope): ExportTable {
  return defineExport(scope.timeZone, reportRowSchema, reportRows(groupsOf(kind, scope)), (column) => [
    column.text("key", ({ key }) => key),
    column.text("name", ({ name }) => name),
    column.text("variant", ({ variant }) => variant),
    column.made("currency", ({ currency_code }) => currency_code?.toUpperCase() ?? null),
    ...shownBy(kind).measures.flatMap((measure) => [
      columnOf(column, measure, "figures", scope.currencyCode),
      ...(isSum(measure) ? [columnOf(column, measure, "before", scope.currencyCode)] : []),
    ]),
  ])
}

function columnOf(column: ColumnKinds<ReportRow>, measure: Measure, of: "figures" | "before", currencyCode: string) {
  const title = of === "figures" ? measure : `${measure}_before`
  const read = (row: ReportRow) => row[of][measure] ?? null
  return MEASURES[measure] === "money"
    ? column.money(
        title,
        (row) => {
          const amount = read(row)
          return amount === null ? null : Number(amount)
        },
        ({ currency_code }) => currency_code ?? currencyCode
      )
    : column.made(title, read)
}
