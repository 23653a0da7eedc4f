import { Drawer } from "@medusajs/ui"
import { type ReactNode, useState } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import { Question } from "./question"

/** A drawer with something to fill in. Escape, a click beside it and "Cancel" ask before they lose a change. */
export const GuardedDrawer = (props: {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** true: what was filled in has not been saved */
  isChanged: boolean
  children: ReactNode
}) => {
  const { open, onOpenChange, isChanged, children } = props
  const { t } = useTexts()
  const [asks, setAsks] = useState(false)
  const discard = () => {
    setAsks(false)
    onOpenChange(false)
  }
  return (
    <>
      <Drawer open={open} onOpenChange={(wanted) => (wanted || !isChanged ? onOpenChange(wanted) : setAsks(true))}>
        {children}
      </Drawer>
      {asks && (
        <Question
          title={t("unsaved.title")}
          confirm={t("unsaved.discard")}
          variant="danger"
          onConfirm={discard}
          onClose={() => setAsks(false)}
        >
          {t("unsaved.hint")}
        </Question>
      )}
    </>
  )
}
