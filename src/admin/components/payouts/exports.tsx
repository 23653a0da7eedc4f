import { Button, Label, Select, Text } from "@medusajs/ui"
import { useId, useState } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import { ACCOUNTANT_EXPORTS, type ExportKind } from "../../../vocabulary/export"
import { useDailyReport, useExport } from "../../hooks/exports/use-exports"
import type { Connection } from "../../lib/answers/connection"
import { isoDay } from "../../lib/format/time"
import { DayField } from "../common/day-field"
import { Failure } from "../common/failure"
import { Section } from "../common/section"
import { WrittenFile } from "./written-file"

const DAY_MS = 86_400_000

const MONTH_DAYS = 30

/** Tables for the accountant, and the report of a day. Days are the organisation's, both ends included. */
export const Exports = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const [kind, setKind] = useState<ExportKind>("receipts")
  const [from, setFrom] = useState(() => isoDay(new Date(Date.now() - MONTH_DAYS * DAY_MS), connection.time_zone))
  const [to, setTo] = useState(() => isoDay(new Date(), connection.time_zone))
  const table = useExport()
  const report = useDailyReport()
  const labelId = useId()
  return (
    <Section title={t("exports.title")} hint={t("exports.hint")}>
      <div className="flex flex-col gap-y-4 px-6 py-4">
        <div className="flex flex-col gap-y-1">
          <Label id={labelId} size="small">
            {t("exports.table")}
          </Label>
          <Select
            value={kind}
            onValueChange={(chosen) => setKind(ACCOUNTANT_EXPORTS.find((each) => each === chosen) ?? kind)}
          >
            <Select.Trigger aria-labelledby={labelId}>
              <Select.Value />
            </Select.Trigger>
            <Select.Content>
              {ACCOUNTANT_EXPORTS.map((each) => (
                <Select.Item key={each} value={each}>
                  {t(`exports.kinds.${each}`)}
                </Select.Item>
              ))}
            </Select.Content>
          </Select>
        </div>
        <div className="grid grid-cols-2 gap-4">
          <DayField label={t("exports.from")} value={from} onChange={setFrom} />
          <DayField label={t("exports.to")} value={to} onChange={setTo} />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            variant="secondary"
            isLoading={table.isPending}
            onClick={() => table.mutate({ connection_id: connection.id, kind, from, to })}
          >
            {t("exports.write")}
          </Button>
          <Button
            size="small"
            variant="secondary"
            isLoading={report.isPending}
            onClick={() => report.mutate({ connection_id: connection.id, date: to })}
          >
            {t("exports.report", { day: to })}
          </Button>
        </div>
        {[table, report].map(({ data, error }, index) => (
          <div key={index} className="empty:hidden" aria-live="polite">
            {data && <WrittenFile file={data.file} />}
            {data?.general_rates && data.general_rates.length > 0 && (
              <Text size="small" className="text-ui-tag-orange-text">
                {t("exports.generalRates", { rates: data.general_rates.map((rate) => `${rate} %`).join(", ") })}
              </Text>
            )}
            {error && <Failure error={error} />}
          </div>
        ))}
      </div>
    </Section>
  )
}
