import { Drawer, FocusModal } from "@medusajs/ui"
import { type ComponentType, type ReactNode, useState } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import { Question } from "./question"

type Openable = { open: boolean; onOpenChange: (open: boolean) => void; children: ReactNode }

type Guarded = Openable & {
  /** true: what was filled in has not been saved */
  isChanged: boolean
}

/** A drawer with something to fill in. Escape, a click beside it and "Cancel" ask before they lose a change. */
export const GuardedDrawer = (props: Guarded) => <Guard {...props} frame={Drawer} />

/** The same in the whole window. */
export const GuardedModal = (props: Guarded) => <Guard {...props} frame={FocusModal} />

const Guard = (props: Guarded & { frame: ComponentType<Openable> }) => {
  const { open, onOpenChange, isChanged, children, frame: Frame } = props
  const { t } = useTexts()
  const [asks, setAsks] = useState(false)
  const discard = () => {
    setAsks(false)
    onOpenChange(false)
  }
  return (
    <>
      <Frame open={open} onOpenChange={(wanted) => (wanted || !isChanged ? onOpenChange(wanted) : setAsks(true))}>
        {children}
      </Frame>
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
