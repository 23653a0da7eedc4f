import { undoneAnswerSchema } from "../../lib/answers/events"
import { ask } from "../../lib/http/client"
import { useChange, useToasts } from "./use-mutation-toasts"
import { useTexts } from "./use-texts"

/** Kinds of records whose dismissal can be undone, by the part of their routes' path. */
export type Dismissible = "inbox-entries" | "stock-differences" | "discrepancies"

/** Undoes the dismissal of a connection's records, and says of how many. */
export function useUndoDismissal(kind: Dismissible, connection_id: string) {
  const { t } = useTexts()
  const toasts = useToasts()
  const { mutate, isPending } = useChange((ids: string[]) =>
    ask(undoneAnswerSchema, `/admin/pos/${kind}/undo-dismissal`, { method: "POST", body: { connection_id, ids } })
  )
  const undo = (ids: string[], onDone?: () => void) =>
    mutate(ids, {
      onSuccess: ({ undone }) => {
        toasts.succeeded(t("dismissal.undone", { count: undone }))
        onDone?.()
      },
      onError: toasts.failed,
    })
  return { undo, isPending }
}
