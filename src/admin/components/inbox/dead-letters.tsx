import { Alert, Button, Text } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import { useToasts } from "../../hooks/common/use-toasts"
import { useDismiss, useInboxEntries, useReplay } from "../../hooks/inbox/use-inbox-entries"

/** How many entries gave up, and another try or an end for all of them. */
export const DeadLetters = ({ connectionId }: { connectionId: string }) => {
  const { t } = useTexts()
  const dead = useInboxEntries({ connection_id: connectionId, state: "dead", limit: 1 })
  const replay = useReplay()
  const dismiss = useDismiss()
  const toasts = useToasts()
  const count = dead.data?.count ?? 0
  if (count === 0) {
    return null
  }
  const retry = () =>
    replay.mutate(
      { connection_id: connectionId },
      {
        onSuccess: ({ replayed }) => toasts.succeeded(t("inbox.replayed", { count: replayed })),
        onError: toasts.failed,
      }
    )
  const setAside = () =>
    dismiss.mutate(
      { connection_id: connectionId },
      {
        onSuccess: ({ dismissed }) => toasts.succeeded(t("inbox.dismissed", { count: dismissed })),
        onError: toasts.failed,
      }
    )
  return (
    <Alert variant="warning">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Text size="small">{t("inbox.deadCount", { count })}</Text>
        <div className="flex flex-wrap gap-2">
          <Button size="small" variant="transparent" onClick={setAside} isLoading={dismiss.isPending}>
            {t("inbox.dismissAll")}
          </Button>
          <Button size="small" variant="secondary" onClick={retry} isLoading={replay.isPending}>
            {t("inbox.replayAll")}
          </Button>
        </div>
      </div>
    </Alert>
  )
}
