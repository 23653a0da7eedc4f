import { Drawer, Label, Text, Textarea } from "@medusajs/ui"
import { useId, useState } from "react"
import { MAX_DISMISSAL_REASON } from "../../../contract/activity"
import type { DismissibleRows } from "../../hooks/common/use-dismissal"
import { useToasts } from "../../hooks/common/use-mutation-toasts"
import { useTexts } from "../../hooks/common/use-texts"
import { FormContent } from "./form-drawer"

type Saving = { isPending: boolean; error: Error | null; reset: () => void }

/** Asks for the reason of a dismissal before it is executed. A reason is optional. */
export const DismissDrawer = (props: {
  open: boolean
  onClose: () => void
  /** heading, and the words of the button */
  title: string
  saving: Saving
  onSave: (reason: string | undefined) => void
}) => {
  const { saving } = props
  const { t } = useTexts()
  const id = useId()
  const [reason, setReason] = useState("")
  const close = () => {
    setReason("")
    saving.reset()
    props.onClose()
  }
  return (
    <Drawer open={props.open} onOpenChange={(open) => !open && close()}>
      <FormContent
        title={props.title}
        hint={t("dismissal.hint")}
        saves={props.title}
        canSave
        saving={saving}
        onSave={() => props.onSave(reason.trim() || undefined)}
      >
        <div className="flex flex-col gap-y-2">
          <Label htmlFor={id} size="small" weight="plus">
            {t("dismissal.reason")}
          </Label>
          <Textarea
            id={id}
            rows={4}
            maxLength={MAX_DISMISSAL_REASON}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <Text size="small" className="text-ui-fg-subtle">
            {t("dismissal.optional", { number: MAX_DISMISSAL_REASON })}
          </Text>
        </div>
      </FormContent>
    </Drawer>
  )
}

/** Asks for the reason before the rows of a list are dismissed. */
export const DismissRows = (props: {
  rows: DismissibleRows
  /** heading, and the words of the button */
  title: string
  saving: Saving
  /** `onSuccess`: with what the toast says */
  onDismiss: (asked: { ids: string[]; reason: string | undefined }, onSuccess: (words: string) => void) => void
}) => {
  const { rows, title, saving, onDismiss } = props
  const toasts = useToasts()
  const save = (reason: string | undefined) =>
    onDismiss({ ids: rows.dismissing ?? [], reason }, (words) => {
      toasts.succeeded(words)
      rows.done()
    })
  return (
    <DismissDrawer
      open={rows.dismissing !== null}
      onClose={() => rows.dismiss(null)}
      title={title}
      saving={saving}
      onSave={save}
    />
  )
}

/** The reason of a dismissal below the state that it explains; nothing without one. */
export const DismissalReason = ({ reason }: { reason: string | null }) =>
  reason === null ? null : (
    <Text size="small" className="text-ui-fg-subtle line-clamp-2 max-w-80 whitespace-normal break-words" title={reason}>
      {reason}
    </Text>
  )
