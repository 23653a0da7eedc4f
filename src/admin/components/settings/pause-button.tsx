import { Button } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { usePause } from "../../hooks/use-connection-actions"
import { useTold } from "../../hooks/use-told"
import type { Connection } from "../../lib/answers/connection"

/** Pauses a connection, or goes on with it. */
export const PauseButton = ({ connection }: { connection: Connection }) => {
  const { t } = useTranslation("pos")
  const told = useTold()
  const pause = usePause(connection.id)
  const action = connection.state === "paused" ? "resume" : "pause"
  return (
    <Button
      size="small"
      variant="secondary"
      isLoading={pause.isPending}
      onClick={() =>
        pause.mutate(action, { onSuccess: () => told.succeeded(t(`pause.${action}d`)), onError: told.failed })
      }
    >
      {t(`pause.${action}`)}
    </Button>
  )
}
