import { Label, Select, Text } from "@medusajs/ui"
import { useId } from "react"
import { useSearchParams } from "react-router-dom"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { Button } from "../components/common/button"
import { getExport, type Measure, REPORT_KINDS, type ReportKind, shownBy } from "../../contract/reports"
import { Bars } from "../components/common/bar-chart"
import { ConnectionPage } from "../components/common/connection-page"
import { Failure } from "../components/common/failure"
import { DayField } from "../components/common/fields"
import { Section } from "../components/common/section"
import { Empty, QueryResult } from "../components/common/states"
import { WrittenFile } from "../components/payouts/written-file"
import { daysUpTo, nameOfRow, PERIOD_DAYS, reportOfUrl, withGaps, writeFigure } from "../components/reports/report-rows"
import { ReportTable } from "../components/reports/report-table"
import { useTexts } from "../hooks/common/use-texts"
import { useExport } from "../hooks/reports/use-reports"
import type { Connection } from "../lib/answers/connection"
import { type Report, reportAnswerSchema, type ReportRow, type ReportTotal } from "../lib/answers/finance"
import { formatDay } from "../lib/format/time"
import { ask } from "../lib/http/client"
import { posKeys } from "../lib/http/query-keys"

/** At most so many rows are drawn, but for days; the table has the others. */
const DRAWN = 24

const [BLUE, GREY, PURPLE] = ["bg-ui-tag-blue-icon", "bg-ui-tag-neutral-icon", "bg-ui-tag-purple-icon"] as const

/** A report in one currency, as a chart and as a table. Currencies are never added up. */
const ReportOfCurrency = ({ report, total }: { report: Report; total: ReportTotal }) => {
  const { t, language } = useTexts()
  const { kind } = report
  const { drawn, beside } = shownBy(kind)
  const rows = report.rows.filter(({ currency_code }) => currency_code === total.currency_code)
  const shownRows = withGaps(kind, rows, report)
  const getMeasure = (measure: Measure, figures: ReportRow["figures"]) => Number(figures[measure] ?? 0)
  const series = beside
    ? [
        {
          name: t(`reports.measures.${drawn}`),
          getValue: ({ figures }: ReportRow) => getMeasure(drawn, figures),
          color: BLUE,
        },
        {
          name: t(`reports.measures.${beside}`),
          getValue: ({ figures }: ReportRow) => getMeasure(beside, figures),
          color: PURPLE,
        },
      ]
    : [
        { name: t("reports.before"), getValue: ({ before }: ReportRow) => getMeasure(drawn, before), color: GREY },
        { name: t("reports.now"), getValue: ({ figures }: ReportRow) => getMeasure(drawn, figures), color: BLUE },
      ]
  const legend = beside ? series : [...series].reverse()
  return (
    <div className="flex flex-col divide-y">
      <div className="px-6 py-4">
        <Bars
          places={beside ? shownRows : shownRows.slice(0, DRAWN)}
          keyOf={({ key }) => key}
          nameOf={(row) => nameOfRow(kind, row, t, language)}
          write={(value) => writeFigure(drawn, value, total.currency_code, language)}
          series={series}
        />
        <Text size="xsmall" className="text-ui-fg-subtle flex flex-wrap gap-x-4 pt-2">
          {!beside && <span>{t(`reports.measures.${drawn}`)}</span>}
          {legend.map(({ name, color }) => (
            <Mark key={name} color={color} name={name} />
          ))}
        </Text>
      </div>
      <ReportTable kind={kind} rows={shownRows} total={total} />
      {total.rows > rows.length && (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("reports.more", { shown: rows.length, count: total.rows })}
        </Text>
      )}
    </div>
  )
}

const Mark = ({ color, name }: { color: string; name: string }) => (
  <span className="flex items-center gap-x-1">
    <span aria-hidden className={`${color} size-2 rounded-full`} />
    {name}
  </span>
)

type ReportChosen = { kind: ReportKind; from: string; to: string }

/** Which report, of which days. */
const ReportChoice = (props: {
  chosen: ReportChosen
  timeZone: string | null
  onChoose: (chosen: Partial<ReportChosen>) => void
}) => {
  const { chosen, timeZone, onChoose } = props
  const { t } = useTexts()
  const labelId = useId()
  return (
    <div className="flex flex-col gap-y-4 px-6 py-4">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        <div className="flex flex-col gap-y-1">
          <Label id={labelId} size="small">
            {t("reports.kind")}
          </Label>
          <Select
            value={chosen.kind}
            onValueChange={(kind) =>
              onChoose({ kind: REPORT_KINDS.find((candidate) => candidate === kind) ?? chosen.kind })
            }
          >
            <Select.Trigger aria-labelledby={labelId}>
              <Select.Value />
            </Select.Trigger>
            <Select.Content>
              {REPORT_KINDS.map((kind) => (
                <Select.Item key={kind} value={kind}>
                  {t(`reports.kinds.${kind}`)}
                </Select.Item>
              ))}
            </Select.Content>
          </Select>
        </div>
        <DayField label={t("exports.from")} value={chosen.from} onChange={(from) => onChoose({ from })} />
        <DayField label={t("exports.to")} value={chosen.to} onChange={(to) => onChoose({ to })} />
      </div>
      <div role="group" aria-label={t("overview.period")} className="flex flex-wrap gap-1">
        {PERIOD_DAYS.map((days) => {
          const period = daysUpTo(new Date(), days, timeZone)
          const isChosen = period.from === chosen.from && period.to === chosen.to
          return (
            <Button
              key={days}
              size="small"
              variant={isChosen ? "primary" : "secondary"}
              aria-pressed={isChosen}
              onClick={() => onChoose(period)}
            >
              {t("overview.days", { count: days })}
            </Button>
          )
        })}
      </div>
    </div>
  )
}

/** What is counted, where the report's name does not say it. */
function getReportHint(kind: ReportKind): string {
  switch (kind) {
    case "stock":
      return "reports.ofStock"
    case "web":
      return "reports.ofWeb"
    default:
      return "reports.withTax"
  }
}

/** What was sold over the POS, by what one asks for, beside the period before. */
const ReportsPage = ({ connection }: { connection: Connection }) => {
  const { t, language } = useTexts()
  const [search, setSearch] = useSearchParams()
  const chosenReport = reportOfUrl(search, new Date(), connection.time_zone)
  const report = useSalesReport({ connection_id: connection.id, ...chosenReport })
  const file = useExport()
  const choose = (choice: Partial<ReportChosen>) => {
    file.reset()
    setSearch((before) => {
      Object.entries(choice).forEach(([name, value]) => before.set(name, value))
      return before
    })
  }
  const order = { ...chosenReport, connection_id: connection.id, kind: getExport(chosenReport.kind) }
  const day = (iso: string) => formatDay(iso, language)
  const zone = report.data?.time_zone ?? connection.time_zone ?? "UTC"
  return (
    <Section
      level="h1"
      title={t("menu.reports")}
      hint={t(chosenReport.kind === "web" ? "reports.hints.web" : "reports.hints.pos", { zone })}
      actions={
        <Button size="small" variant="secondary" isLoading={file.isPending} onClick={() => file.mutate(order)}>
          {t("reports.csv")}
        </Button>
      }
    >
      <ReportChoice chosen={chosenReport} timeZone={connection.time_zone} onChoose={choose} />
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
              <div className="px-6 py-4">
                <Text size="small" className="text-ui-fg-subtle">
                  {t("reports.compared", { from: day(read.before.from), to: day(read.before.to) })}
                </Text>
                <Text size="small" className="text-ui-fg-subtle">
                  {t(getReportHint(read.kind))}
                </Text>
              </div>
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

/** Days are the organization's, both included. */
export type ReportQuery = { connection_id: string; kind: ReportKind; from: string; to: string }

/** A report of what was sold over the POS, with the period before. */
function useSalesReport(query: ReportQuery) {
  return useQuery({
    queryKey: posKeys.salesReport(query),
    queryFn: () => ask(reportAnswerSchema, "/admin/pos/reports/sales", { query }),
    select: ({ report }) => report,
    placeholderData: keepPreviousData,
  })
}

/** Point of sale › Reports: sales by hour, product, cashier and more, and how long stock lasts. */
const Reports = () => (
  <ConnectionPage needs="finance">
    {(connection) => <ReportsPage key={connection.id} connection={connection} />}
  </ConnectionPage>
)

export default Reports
