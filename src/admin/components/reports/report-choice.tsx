import { Button, Label, Select } from "@medusajs/ui"
import { useId } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import { REPORT_KINDS, type ReportKind } from "../../../vocabulary/report"
import { DayField } from "../common/day-field"
import { daysUpTo, PERIOD_DAYS } from "./report-period"

export type ReportChosen = { kind: ReportKind; from: string; to: string }

/** Which report, of which days. */
export const ReportChoice = (props: {
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
            onValueChange={(kind) => onChoose({ kind: REPORT_KINDS.find((one) => one === kind) ?? chosen.kind })}
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
