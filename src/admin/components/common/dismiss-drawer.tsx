import { Button, Drawer, Label, Text, Textarea } from "@medusajs/ui"
import { useId, useState } from "react"
import { MAX_DISMISSAL_REASON } from "../../../contract/activity"
import { useTexts } from "../../hooks/common/use-texts"
import { Failure } from "./failure"

/** Asks for the reason of a dismissal before it is executed. A reason is optional. */
export const DismissDrawer = (props: {
  open: boolean
  onClose: () => void
  /** heading, and the words of the button */
  title: string
  saving: { isPending: boolean; error: Error | null; reset: () => void }
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
      <Drawer.Content>
        <Drawer.Header>
          <Drawer.Title>{props.title}</Drawer.Title>
          <Drawer.Description>{t("dismissal.hint")}</Drawer.Description>
        </Drawer.Header>
        <Drawer.Body className="flex flex-col gap-y-2 overflow-y-auto">
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
          {saving.error && <Failure error={saving.error} />}
        </Drawer.Body>
        <Drawer.Footer>
          <Drawer.Close asChild>
            <Button size="small" variant="secondary">
              {t("actions.cancel")}
            </Button>
          </Drawer.Close>
          <Button size="small" isLoading={saving.isPending} onClick={() => props.onSave(reason.trim() || undefined)}>
            {props.title}
          </Button>
        </Drawer.Footer>
      </Drawer.Content>
    </Drawer>
  )
}

/** The reason of a dismissal below the state that it explains; nothing without one. */
export const DismissalReason = ({ reason }: { reason: string | null }) =>
  reason === null ? null : (
    <Text size="small" className="text-ui-fg-subtle line-clamp-2 max-w-80 whitespace-normal break-words" title={reason}>
      {reason}
    </Text>
  )
