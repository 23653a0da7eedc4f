import { Button } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useRunAction } from "../../hooks/use-push"
import { useTold } from "../../hooks/use-told"
import type { Run } from "../../lib/answers/product-link"

/** Pauses, resumes or cancels a run. */
export const RunButtons = ({ run }: { run: Run }) => {
  const { t } = useTranslation("pos")
  const told = useTold()
  const act = useRunAction(run.id)
  const actions = run.state === "paused" ? (["resume", "cancel"] as const) : (["pause", "cancel"] as const)
  return (
    <>
      {actions.map((action) => (
        <Button
          key={action}
          size="small"
          variant="secondary"
          isLoading={act.isPending && act.variables === action}
          onClick={() => act.mutate(action, { onError: told.failed })}
        >
          {t(`runs.actions.${action}`)}
        </Button>
      ))}
    </>
  )
}
