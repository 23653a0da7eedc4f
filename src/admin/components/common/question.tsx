import { Prompt } from "@medusajs/ui"
import { type ComponentProps, type ReactNode, type RefObject, useState } from "react"
import { useFocusReturn } from "../../hooks/common/use-focus-return"
import { useTexts } from "../../hooks/common/use-texts"
import { Button } from "./button"

/** A question before an action, which says what will happen. */
export const Question = (props: {
  title: string
  /** the text of the button that starts the action */
  confirm: string
  canConfirm?: boolean
  /** "danger": the action takes something away for good */
  variant?: "confirmation" | "danger"
  /** the control that gets the focus back; by default the one that had it when the question opened */
  opener?: RefObject<HTMLElement | null>
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}) => {
  const { title, confirm, canConfirm = true, variant = "confirmation", opener, onConfirm, onClose, children } = props
  const { t } = useTexts()
  const focus = useFocusReturn(opener)
  return (
    <Prompt open variant={variant} onOpenChange={(open) => !open && onClose()}>
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

/** A button whose action needs a question first. The button loads while the action runs. */
export const QuestionButton = (props: {
  /** the text of the button, and of the one that confirms */
  action: string
  /** the question */
  title: string
  look?: ComponentProps<typeof Button>["variant"]
  variant?: "confirmation" | "danger"
  isLoading: boolean
  onConfirm: () => void
  /** what will happen */
  children: ReactNode
}) => {
  const { action, title, look = "secondary", variant = "danger", isLoading, onConfirm, children } = props
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Button size="small" variant={look} isLoading={isLoading} onClick={() => setAsks(true)}>
        {action}
      </Button>
      {asks && (
        <Question title={title} confirm={action} variant={variant} onConfirm={onConfirm} onClose={() => setAsks(false)}>
          {children}
        </Question>
      )}
    </>
  )
}
