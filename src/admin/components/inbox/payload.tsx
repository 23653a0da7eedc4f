import { Heading, Label, Switch } from "@medusajs/ui"
import { useId, useState } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import { foldPersonalData } from "./personal-data"

const INDENT = 2

/** What came in, as text, folded. What may tell of a person is folded away until somebody asks to see it. */
export const Payload = ({ payload }: { payload: unknown }) => {
  const { t } = useTexts()
  const [unfolded, setUnfolded] = useState(false)
  const id = useId()
  return (
    <details className="border-t px-6 py-4">
      <summary className="txt-compact-small text-ui-fg-subtle w-fit cursor-pointer underline">{t("details")}</summary>
      <div className="mt-3 flex items-center justify-between gap-4">
        <Heading level="h3">{t("inbox.payload")}</Heading>
        <div className="flex items-center gap-x-2">
          <Switch id={id} size="small" checked={unfolded} onCheckedChange={setUnfolded} />
          <Label htmlFor={id} size="small">
            {t("inbox.showPersonal")}
          </Label>
        </div>
      </div>
      <pre
        tabIndex={0}
        aria-label={t("inbox.payload")}
        className="bg-ui-bg-component txt-compact-small mt-3 max-h-[60vh] overflow-auto whitespace-pre-wrap break-all rounded-md p-3 font-mono"
      >
        {JSON.stringify(unfolded ? payload : foldPersonalData(payload), null, INDENT)}
      </pre>
    </details>
  )
}
