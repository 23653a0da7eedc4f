import { Alert, Text } from "@medusajs/ui"
import { useState } from "react"
import type { z } from "zod"
import { ACCOUNTANT_EXPORTS, type ExportKind } from "../../../contract/accounting"
import { useTexts } from "../../hooks/common/use-texts"
import { useExportMonth } from "../../hooks/reports/use-reports"
import type { Connection } from "../../lib/answers/connection"
import type { exportedMonthAnswerSchema } from "../../lib/answers/finance"
import { getName } from "../../lib/connections"
import { formatMonth, lastMonths } from "../../lib/format/time"
import { ChoiceField } from "../common/fields"
import { FormDrawer } from "../common/form-drawer"
import { PickMany } from "../settings/choices"
import { GeneralRates, WrittenFile } from "./written-file"

const OFFERED_MONTHS = 25

const PRESELECTED: ExportKind[] = ["accounting", "receipts", "payouts"]

type Exported = { answer: z.infer<typeof exportedMonthAnswerSchema>; connections: Connection[] }

/** Exports a month of one or several connections as one zip: last month, unless another is chosen. Then links to it. */
export const ExportMonth = ({ connections }: { connections: Connection[] }) => {
  const { t, language } = useTexts()
  const months = lastMonths(OFFERED_MONTHS, new Date(), connections[0]?.time_zone ?? null)
  const [, lastMonth = ""] = months
  const [chosen, setChosen] = useState<string | null>(null)
  const [kinds, setKinds] = useState(PRESELECTED)
  const [exported, setExported] = useState<Exported | null>(null)
  const exportMonth = useExportMonth()
  const month = chosen ?? lastMonth
  return (
    <>
      <FormDrawer
        needs="finance"
        opens={t("exports.month.opens")}
        disabled={connections.length === 0}
        title={t("exports.month.opens")}
        hint={t("exports.month.hint")}
        saves={t("exports.write")}
        canSave={kinds.length > 0}
        saved={t("exports.month.saved")}
        saving={exportMonth}
        onSave={(onSuccess) =>
          exportMonth.mutate(
            { month, kinds, connection_ids: connections.map(({ id }) => id) },
            {
              onSuccess: (answer) => {
                setExported({ answer, connections })
                onSuccess()
              },
            }
          )
        }
        onShow={() => {
          setChosen(null)
          setKinds(PRESELECTED)
        }}
      >
        <ChoiceField
          label={t("exports.month.month")}
          hint={t("exports.month.monthHint")}
          choices={months.map((id) => ({ id, name: formatMonth(id, language) }))}
          chosen={month}
          onChoose={setChosen}
        />
        <PickMany
          label={t("exports.month.files")}
          choices={ACCOUNTANT_EXPORTS.map((id) => ({ id, name: t(`exports.kinds.${id}`) }))}
          chosen={kinds}
          onChange={(ids) => setKinds(ACCOUNTANT_EXPORTS.filter((kind) => ids.includes(kind)))}
        />
      </FormDrawer>
      <div className="flex w-full flex-col gap-y-2 empty:hidden" aria-live="polite">
        {exported && <Result {...exported} />}
      </div>
    </>
  )
}

/** The zip, and what it lacks. */
const Result = ({ answer, connections }: Exported) => {
  const { t } = useTexts()
  const { file, files, failed } = answer
  const getNameById = (id: string) => {
    const connection = connections.find((candidate) => candidate.id === id)
    return connection ? getName(connection) : id
  }
  return (
    <>
      <WrittenFile file={file} />
      {files.map(({ filename, connection_id, general_rates }) => (
        <GeneralRates key={filename} rates={general_rates} connection={getNameById(connection_id)} />
      ))}
      {failed.length > 0 && (
        <Alert variant="warning">
          <div className="flex flex-col gap-y-2 break-words">
            <Text size="small" weight="plus">
              {t("exports.month.failed", { number: failed.length })}
            </Text>
            <ul className="flex flex-col gap-y-1">
              {failed.map(({ connection_id, kind, reason }) => (
                <li key={`${connection_id} ${kind}`} className="txt-small">
                  <span className="txt-small-plus">
                    {getNameById(connection_id)} · {t([`exports.kinds.${kind}`, "unknown"])}:
                  </span>{" "}
                  {reason}
                </li>
              ))}
            </ul>
          </div>
        </Alert>
      )}
    </>
  )
}
