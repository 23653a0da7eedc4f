import { useState } from "react"
import { Button } from "../common/button"
import { HOLD_DECISIONS, type HoldDecision, isInStore } from "../../../contract/mass-changes"
import { useToasts } from "../../hooks/common/use-mutation-toasts"
import { useTexts } from "../../hooks/common/use-texts"
import { useDecideHeld } from "../../hooks/catalog/use-product-links"
import type { Hold } from "../../lib/answers/product"
import { Question } from "../common/question"
import { Restricted } from "../common/restricted"

/** The key of a hold's words about its decisions: they depend on the side that would change. */
export const toHoldKey = ({ change_group }: Hold, name: string) =>
  isInStore(change_group) ? `held.inStore.${name}` : `held.${name}`

/** Decides on all changes of a hold, on all pages of the list. Says first what will happen. */
export const DecideAll = ({ connectionId, hold }: { connectionId: string; hold: Hold }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const [decision, setDecision] = useState<HoldDecision | null>(null)
  const decide = useDecideHeld(connectionId)
  const start = (chosen: HoldDecision) =>
    decide.mutate(
      { change_group: hold.change_group, decision: chosen },
      {
        onSuccess: ({ decided }) => toasts.counted(decided, t("held.decided", { count: decided })),
        onError: toasts.failed,
      }
    )
  const consequence = (chosen: HoldDecision) => {
    const sent = isInStore(hold.change_group) ? "apply" : "send"
    return t([`held.consequences.${chosen === "send" ? sent : hold.change_group}`, "unknown"])
  }
  return (
    <>
      <Restricted to="operate">
        {HOLD_DECISIONS.map((each) => (
          <Button
            key={each}
            size="small"
            variant={each === "restore" ? "primary" : "secondary"}
            disabled={hold.held === 0}
            isLoading={decide.isPending}
            onClick={() => setDecision(each)}
          >
            {t(toHoldKey(hold, `${each}All`))}
          </Button>
        ))}
      </Restricted>
      {decision !== null && (
        <Question
          title={t(toHoldKey(hold, `${decision}All`))}
          confirm={t(toHoldKey(hold, `${decision}All`))}
          onConfirm={() => start(decision)}
          onClose={() => setDecision(null)}
        >
          {t("held.summary", { count: hold.held })} {consequence(decision)}
        </Question>
      )}
    </>
  )
}
