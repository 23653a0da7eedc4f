import { useTexts } from "../../hooks/common/use-texts"
import type { Measure } from "../../../vocabulary/report"
import { writeFigure } from "../../lib/format/figure"
import type { ReportFigures } from "../../lib/answers/report"
import { changeOf } from "./report-rows"

/** A figure, and what it was in the period before, where that can be compared. */
export const Figure = (props: {
  measure: Measure
  now: ReportFigures
  before: ReportFigures | null
  currency: string | null
}) => {
  const { measure, now, before, currency } = props
  const { t, language } = useTexts()
  const write = (value: number | string | null | undefined) => writeFigure(measure, value, currency, language)
  const change = before && changeOf(now[measure], before[measure])
  const percent = new Intl.NumberFormat(language, { style: "percent", signDisplay: "exceptZero" })
  return (
    <span className="flex flex-col items-end text-nowrap tabular-nums">
      <span>{write(now[measure])}</span>
      {before && (
        <span className="txt-compact-xsmall text-ui-fg-subtle" title={t("reports.before")}>
          {write(before[measure])}
          {change !== null && ` (${percent.format(change)})`}
        </span>
      )}
    </span>
  )
}
