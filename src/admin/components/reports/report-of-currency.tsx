import { Text } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import { type Measure, shownBy } from "../../../vocabulary/report"
import type { Report, ReportRow, ReportTotal } from "../../lib/answers/report"
import { Bars } from "../common/bar-chart"
import { writeFigure } from "../../lib/format/figure"
import { nameOfRow, withGaps } from "./report-rows"
import { ReportTable } from "./report-table"

/** At most so many rows are drawn, but for days; the table has the others. */
const DRAWN = 24

const [BLUE, GREY, PURPLE] = ["bg-ui-tag-blue-icon", "bg-ui-tag-neutral-icon", "bg-ui-tag-purple-icon"] as const

/** A report in one currency, as a chart and as a table. Currencies are never added up. */
export const ReportOfCurrency = ({ report, total }: { report: Report; total: ReportTotal }) => {
  const { t, language } = useTexts()
  const { kind } = report
  const { drawn, beside } = shownBy(kind)
  const rows = report.rows.filter(({ currency_code }) => currency_code === total.currency_code)
  const shown = withGaps(kind, rows, report)
  const of = (measure: Measure, figures: ReportRow["figures"]) => Number(figures[measure] ?? 0)
  const series = beside
    ? [
        { name: t(`reports.measures.${drawn}`), of: ({ figures }: ReportRow) => of(drawn, figures), color: BLUE },
        { name: t(`reports.measures.${beside}`), of: ({ figures }: ReportRow) => of(beside, figures), color: PURPLE },
      ]
    : [
        { name: t("reports.before"), of: ({ before }: ReportRow) => of(drawn, before), color: GREY },
        { name: t("reports.now"), of: ({ figures }: ReportRow) => of(drawn, figures), color: BLUE },
      ]
  const legend = beside ? series : [...series].reverse()
  return (
    <div className="flex flex-col divide-y">
      <div className="px-6 py-4">
        <Bars
          places={beside ? shown : shown.slice(0, DRAWN)}
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
      <ReportTable kind={kind} rows={shown} total={total} />
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
