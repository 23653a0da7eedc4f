import { Button, Text } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import { useSearchParams } from "react-router-dom"
import { exportOf } from "../../../vocabulary/report-export"
import { type ReportKind } from "../../../vocabulary/report"
import { useExport } from "../../hooks/exports/use-exports"
import { useSalesReport } from "../../hooks/reports/use-sales-report"
import type { Connection } from "../../lib/answers/connection"
import { formatDay } from "../../lib/format/time"
import { Empty } from "../common/empty"
import { Failure } from "../common/failure"
import { QueryResult } from "../common/query-result"
import { Section } from "../common/section"
import { WrittenFile } from "../payouts/written-file"
import { ReportChoice, type ReportChosen } from "./report-choice"
import { ReportOfCurrency } from "./report-of-currency"
import { reportOfUrl } from "./report-period"

/** What is counted, where the report's name does not say it. */
function saidOf(kind: ReportKind): string {
  switch (kind) {
    case "stock":
      return "reports.ofStock"
    case "web":
      return "reports.ofWeb"
    default:
      return "reports.withTax"
  }
}

/** What was sold over the counter, by what one asks for, beside the period before. */
export const ReportsPage = ({ connection }: { connection: Connection }) => {
  const { t, language } = useTexts()
  const [search, setSearch] = useSearchParams()
  const chosen = reportOfUrl(search, new Date(), connection.time_zone)
  const report = useSalesReport({ connection_id: connection.id, ...chosen })
  const file = useExport()
  const choose = (choice: Partial<ReportChosen>) => {
    file.reset()
    setSearch((before) => {
      Object.entries(choice).forEach(([name, value]) => before.set(name, value))
      return before
    })
  }
  const order = { ...chosen, connection_id: connection.id, kind: exportOf(chosen.kind) }
  const day = (iso: string) => formatDay(iso, language)
  const zone = report.data?.time_zone ?? connection.time_zone ?? "UTC"
  return (
    <Section
      level="h1"
      title={t("menu.reports")}
      hint={t(chosen.kind === "web" ? "reports.hints.web" : "reports.hints.counter", { zone })}
      actions={
        <Button size="small" variant="secondary" isLoading={file.isPending} onClick={() => file.mutate(order)}>
          {t("reports.csv")}
        </Button>
      }
    >
      <ReportChoice chosen={chosen} timeZone={connection.time_zone} onChoose={choose} />
      <div className="px-6 py-4 empty:hidden" aria-live="polite">
        {file.data && <WrittenFile file={file.data.file} />}
        {file.error && <Failure error={file.error} />}
      </div>
      <QueryResult query={report} lines={8}>
        {(read) =>
          read.totals.length === 0 ? (
            <Empty title={t("reports.empty.title")} hint={t("reports.empty.hint")} />
          ) : (
            <div className="flex flex-col divide-y">
              <Text size="small" className="text-ui-fg-subtle px-6 py-4">
                {t("reports.compared", { from: day(read.before.from), to: day(read.before.to) })} {t(saidOf(read.kind))}
              </Text>
              {read.totals.map((total) => (
                <ReportOfCurrency key={total.currency_code} report={read} total={total} />
              ))}
            </div>
          )
        }
      </QueryResult>
    </Section>
  )
}
