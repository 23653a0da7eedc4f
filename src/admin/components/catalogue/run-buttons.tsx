import { Button } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import { useRunAction } from "../../hooks/runs/use-runs"
import { useToasts } from "../../hooks/common/use-toasts"
import type { Run } from "../../lib/answers/run"

/** Pauses, resumes or cancels a run. */
export const RunButtons = ({ run }: { run: Run }) => {
  const { t } = useTexts()
  const toasts = useToasts()
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
          onClick={() => act.mutate(action, { onError: toasts.failed })}
        >
          {t(`runs.actions.${action}`)}
        </Button>
      ))}
    </>
  )
}
