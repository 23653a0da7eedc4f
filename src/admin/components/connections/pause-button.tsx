import { Button } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import { usePause } from "../../hooks/connections/use-connection-actions"
import { useToasts } from "../../hooks/common/use-toasts"
import type { Connection } from "../../lib/answers/connection"

/** Pauses a connection, or goes on with it. */
export const PauseButton = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const pause = usePause(connection.id)
  const action = connection.state === "paused" ? "resume" : "pause"
  return (
    <Button
      size="small"
      variant="secondary"
      isLoading={pause.isPending}
      onClick={() =>
        pause.mutate(action, { onSuccess: () => toasts.succeeded(t(`pause.${action}d`)), onError: toasts.failed })
      }
    >
      {t(`pause.${action}`)}
    </Button>
  )
}
