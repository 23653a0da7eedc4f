import { Table } from "@medusajs/ui"
import { isSum, type Measure, type ReportKind, shownBy } from "../../../contract/reports"
import { useTexts } from "../../hooks/common/use-texts"
import type { ReportFigures, ReportRow, ReportTotal } from "../../lib/answers/finance"
import { LowBadge } from "../common/state-badge"
import { isLow } from "../widgets/low-stock-facts"
import { getChange, nameOfRow, writeFigure } from "./report-rows"

/** A value, and what it was in the period before, where that can be compared. */
const Figure = (props: {
  measure: Measure
  now: ReportFigures
  before: ReportFigures | null
  currency: string | null
}) => {
  const { measure, now, before, currency } = props
  const { t, language } = useTexts()
  const write = (value: number | string | null | undefined) => writeFigure(measure, value, currency, language)
  const change = before && getChange(now[measure], before[measure])
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

const lowFrom = ({ low_stock }: ReportFigures) =>
  low_stock === undefined || low_stock === null ? null : String(low_stock)

const isLowRow = (figures: ReportFigures) =>
  isLow({ pos_balance: String(figures.level ?? 0), low_stock_level: lowFrom(figures) })

/** A report's rows with their values, below each that of the period before, and the totals. */
export const ReportTable = ({ kind, rows, total }: { kind: ReportKind; rows: ReportRow[]; total: ReportTotal }) => {
  const { t, language } = useTexts()
  // Only the report on low stock has this column.
  const measures = shownBy(kind).measures.filter(
    (measure) => measure !== "low_stock" || rows.some(({ figures }) => lowFrom(figures) !== null)
  )
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={t(`reports.kinds.${kind}`)}>
      <Table>
        <Table.Header>
          <Table.Row>
            <Table.HeaderCell>{t(`reports.rows.${kind}`)}</Table.HeaderCell>
            {measures.map((measure) => (
              <Table.HeaderCell key={measure} className="text-right text-nowrap">
                {t(`reports.measures.${measure}`)}
              </Table.HeaderCell>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {rows.map((row) => (
            <Table.Row key={row.key}>
              <Table.Cell className="min-w-40 max-w-80 break-words py-2">
                {nameOfRow(kind, row, t, language)}
              </Table.Cell>
              {measures.map((measure) => (
                <Table.Cell key={measure} className="py-2">
                  <Figure
                    measure={measure}
                    now={row.figures}
                    before={isSum(measure) ? row.before : null}
                    currency={total.currency_code}
                  />
                  {measure === "low_stock" && isLowRow(row.figures) && (
                    <span className="flex justify-end">
                      <LowBadge />
                    </span>
                  )}
                </Table.Cell>
              ))}
            </Table.Row>
          ))}
          <Table.Row>
            <Table.Cell className="txt-compact-small-plus py-2">{t("reports.total")}</Table.Cell>
            {measures.map((measure) => (
              <Table.Cell key={measure} className="py-2">
                {isSum(measure) && (
                  <Figure measure={measure} now={total.figures} before={total.before} currency={total.currency_code} />
                )}
              </Table.Cell>
            ))}
          </Table.Row>
        </Table.Body>
      </Table>
    </div>
  )
}
