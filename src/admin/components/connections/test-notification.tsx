import { Button } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import { useTestNotification } from "../../hooks/connections/use-connection-actions"
import { useToasts } from "../../hooks/common/use-toasts"
import type { Connection } from "../../lib/answers/connection"

/** Has the service send a test notification to the shop, and tells whether it came. */
export const TestNotification = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const test = useTestNotification(connection.id)
  const send = () =>
    test.mutate(undefined, {
      onSuccess: ({ milliseconds }) => toasts.succeeded(t("health.tested", { milliseconds })),
      onError: toasts.failed,
    })
  return (
    <Button size="small" variant="secondary" isLoading={test.isPending} onClick={send}>
      {t("health.test")}
    </Button>
  )
}
