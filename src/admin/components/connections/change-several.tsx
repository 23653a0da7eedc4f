import { Button, Text } from "@medusajs/ui"
import { useState } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import { checkConnection, switchConnection, useChangeEach } from "../../hooks/connections/use-connections"
import type { Connection } from "../../lib/answers/connection"
import { getName } from "../../lib/connections"
import { type Outcome, planAction, SEVERAL_ACTIONS, type SeveralAction } from "../../lib/several"
import { Question } from "../common/question"
import { Restricted } from "../common/restricted"

/** What will happen to which connections, before it does. */
const SeveralQuestion = (props: {
  action: SeveralAction
  selected: Connection[]
  onCancel: () => void
  onStart: (affected: Connection[]) => void
}) => {
  const { action, selected, onCancel, onStart } = props
  const { t, language } = useTexts()
  const { needed, affected, unaffected } = planAction(action, selected)
  const list = new Intl.ListFormat(language)
  return (
    <Question
      title={t(`several.question.${action}`, { count: affected.length })}
      confirm={t(`several.actions.${action}`)}
      onConfirm={() => onStart(affected)}
      onClose={onCancel}
    >
      <div className="flex max-h-80 flex-col gap-y-2 overflow-y-auto break-words">
        <Text size="small" className="text-ui-fg-base">
          {list.format(affected.map(getName))}
        </Text>
        <Text size="small">{t(`several.consequences.${action}`)}</Text>
        {unaffected.length > 0 && (
          <Text size="small">{t(`several.unaffected.${needed}`, { names: list.format(unaffected.map(getName)) })}</Text>
        )}
      </div>
    </Question>
  )
}

/** Pauses, resumes or checks the selected connections. Says first what will happen, and afterwards what did. */
export const ChangeSeveral = (props: {
  selected: Connection[]
  onEnd: (action: SeveralAction, outcomes: Outcome[]) => void
}) => {
  const { selected, onEnd } = props
  const { t } = useTexts()
  const [action, setAction] = useState<SeveralAction | null>(null)
  const change = useChangeEach()
  const act = async (chosen: SeveralAction, { id }: Connection): Promise<string> => {
    if (chosen !== "check") {
      await switchConnection(id, chosen)
      return ""
    }
    const { subscription, found } = await checkConnection(id)
    return `${t([`catchUp.subscription.${subscription}`, "unknown"])} ${t("catchUp.found", { count: found })}`
  }
  const start = (chosen: SeveralAction, connections: Connection[]) =>
    change.mutate(
      { connections, change: async (connection) => act(chosen, connection) },
      { onSuccess: (outcomes) => onEnd(chosen, outcomes) }
    )
  return (
    <>
      <Restricted to="operate">
        {SEVERAL_ACTIONS.map((each) => (
          <Button
            key={each}
            size="small"
            variant="secondary"
            disabled={change.isPending || planAction(each, selected).affected.length === 0}
            onClick={() => setAction(each)}
          >
            {t(`several.actions.${each}`)}
          </Button>
        ))}
      </Restricted>
      {change.isPending && (
        <Text size="small" className="text-ui-fg-subtle" role="status">
          {t("several.running", { done: change.done, total: change.variables.connections.length })}
        </Text>
      )}
      {action !== null && (
        <SeveralQuestion
          action={action}
          selected={selected}
          onCancel={() => setAction(null)}
          onStart={(affected) => start(action, affected)}
        />
      )}
    </>
  )
}
