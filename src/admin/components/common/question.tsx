import { Prompt } from "@medusajs/ui"
import type { ReactNode, RefObject } from "react"
import { useFocusReturn } from "../../hooks/common/use-focus-return"
import { useTexts } from "../../hooks/common/use-texts"

/** A question before an action, which says what will happen. */
export const Question = (props: {
  title: string
  /** the text of the button that starts the action */
  confirm: string
  canConfirm?: boolean
  /** the control that gets the focus back; by default the one that had it when the question opened */
  opener?: RefObject<HTMLElement | null>
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}) => {
  const { title, confirm, canConfirm = true, opener, onConfirm, onClose, children } = props
  const { t } = useTexts()
  const focus = useFocusReturn(opener)
  return (
    <Prompt open variant="confirmation" onOpenChange={(open) => !open && onClose()}>
      <Prompt.Content {...focus}>
        <Prompt.Header>
          <Prompt.Title>{title}</Prompt.Title>
          <Prompt.Description asChild>
            <div>{children}</div>
          </Prompt.Description>
        </Prompt.Header>
        <Prompt.Footer>
          <Prompt.Cancel>{t("actions.cancel")}</Prompt.Cancel>
          <Prompt.Action disabled={!canConfirm} onClick={onConfirm}>
            {confirm}
          </Prompt.Action>
        </Prompt.Footer>
      </Prompt.Content>
    </Prompt>
  )
}
