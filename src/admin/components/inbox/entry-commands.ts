import type { DataTableCommand, DataTableRowSelectionState } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import { useToasts } from "../../hooks/common/use-toasts"
import { useDismiss, useReplay } from "../../hooks/inbox/use-inbox-entries"

const chosen = (selected: DataTableRowSelectionState) => Object.keys(selected).filter((id) => selected[id])

/** Dismisses the selected entries that gave up, or tries them again. */
export function useEntryCommands(connection_id: string, onDone: () => void): DataTableCommand[] {
  const { t } = useTexts()
  const toasts = useToasts()
  const dismiss = useDismiss()
  const replay = useReplay()
  const succeeded = (words: string) => {
    toasts.succeeded(words)
    onDone()
  }
  return [
    {
      label: t("inbox.dismiss"),
      shortcut: "d",
      action: (selected) =>
        dismiss.mutate(
          { connection_id, ids: chosen(selected) },
          {
            onSuccess: ({ dismissed }) => succeeded(t("inbox.dismissed", { count: dismissed })),
            onError: toasts.failed,
          }
        ),
    },
    {
      label: t("inbox.replay"),
      shortcut: "r",
      action: (selected) =>
        replay.mutate(
          { connection_id, ids: chosen(selected) },
          {
            onSuccess: ({ replayed }) => succeeded(t("inbox.replayed", { count: replayed })),
            onError: toasts.failed,
          }
        ),
    },
  ]
}
