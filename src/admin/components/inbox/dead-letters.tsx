import { Alert, Button, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useTold } from "../../hooks/use-told"
import { useInboxEntries, useReplay } from "../../hooks/use-lists"

/** How many entries gave up, and another try for all of them. */
export const DeadLetters = ({ connectionId }: { connectionId: string }) => {
  const { t } = useTranslation("pos")
  const dead = useInboxEntries({ connection_id: connectionId, state: "dead", limit: 1 })
  const replay = useReplay()
  const told = useTold()
  const count = dead.data?.count ?? 0
  if (count === 0) {
    return null
  }
  const retry = () =>
    replay.mutate(
      { connection_id: connectionId },
      {
        onSuccess: ({ replayed }) => told.succeeded(t("inbox.replayed", { count: replayed })),
        onError: told.failed,
      }
    )
  return (
    <Alert variant="warning">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Text size="small">{t("inbox.deadCount", { count })}</Text>
        <Button size="small" variant="secondary" onClick={retry} isLoading={replay.isPending}>
          {t("inbox.replayAll")}
        </Button>
      </div>
    </Alert>
  )
}
