import { useTexts } from "../../hooks/common/use-texts"
import type { DryRunEntry } from "../../lib/answers/dry-run"
import { Details } from "../common/details"
import { readChangedField } from "./changed-field"
import { writeCounterValue } from "./counter-value"

/** One field that a sync would change, from what to what. */
export const DryRunChange = ({ change }: { change: DryRunEntry["changes"][number] }) => {
  const { t, language } = useTexts()
  const { variant, text, member } = readChangedField(change.field)
  const words = {
    ...{ language: language, nothing: t("dryRun.none"), yes: t("yes"), no: t("no") },
    pictures: (count: number) => t("dryRun.pictures", { count }),
  }
  const name = text === null ? member && t("dryRun.otherField") : t(`fields.${text}`)
  const before = writeCounterValue(member, change.before, words)
  const after = writeCounterValue(member, change.after, words)
  const isWritten = text !== null || member === null
  return (
    <div className="contents">
      <dt className="text-ui-fg-subtle break-words">{[variant, name].filter(Boolean).join(" · ")}</dt>
      <dd className="min-w-0 break-words">
        <del className="text-ui-fg-subtle" aria-label={t("dryRun.before")}>
          {before ?? t("dryRun.otherValue")}
        </del>{" "}
        <ins className="no-underline" aria-label={t("dryRun.after")}>
          {after ?? t("dryRun.otherValue")}
        </ins>
        {(before === null || after === null || !isWritten) && (
          <Details>{`${change.field}: ${JSON.stringify(change.before)} → ${JSON.stringify(change.after)}`}</Details>
        )}
      </dd>
    </div>
  )
}
