import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { webGroups, type WebScope } from "../../medusa-tables/orders/web-groups"
import { type Groups, readReport } from "../../modules/pos/queries/sales/read-report"
import { salesGroups } from "../../modules/pos/queries/sales/sales-groups"
import { stockGroups } from "../../modules/pos/queries/sales/stock-groups"
import { type ReportKind, SALES_REPORTS } from "../../vocabulary/report"
import { knownTimeZone } from "../overview/time-zone"
import { reckonSales } from "./reckon-sales"
import { withPeriodBefore } from "./report-scope"

/** The statement behind a report. */
export function groupsOf(kind: ReportKind, scope: WebScope): Groups {
  switch (kind) {
    case "stock":
      return stockGroups(scope)
    case "web":
      return webGroups(scope)
    default:
      return salesGroups(SALES_REPORTS[kind], scope)
  }
}

/** `from` and `to`: days of the organisation, both inclusive, as ISO dates. */
export type SalesReportInput = { connection_id: string; kind: ReportKind; from: string; to: string; limit: number }

/** What a report of a connection is made of, when its receipts up to this moment are summed up. */
export async function reckonedScope(
  container: MedusaContainer,
  connection: { id: string; time_zone: string | null; currency_code: string },
  { from, to }: { from: string; to: string }
): Promise<WebScope> {
  const connectionId = connection.id
  const timeZone = knownTimeZone(connection.time_zone)
  const period = withPeriodBefore(from, to)
  await reckonSales(container, { connectionId, timeZone, from: period.before.from, to })
  return { connectionId, timeZone, currencyCode: connection.currency_code, ...period }
}

/** A report with the period before, of receipts up to this moment. @throws ConnectionNotFoundError */
export async function salesReport(container: MedusaContainer, input: SalesReportInput) {
  const pos = container.resolve(POS_MODULE)
  const scope = await reckonedScope(container, await pos.findConnection(input.connection_id), input)
  const { from, to, before, timeZone: time_zone } = scope
  const read = await pos.query((sql) => readReport(sql, groupsOf(input.kind, scope), input.limit))
  return { kind: input.kind, time_zone, from, to, before, ...read }
}
