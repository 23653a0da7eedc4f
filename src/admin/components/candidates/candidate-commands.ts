import type { DataTableCommand, DataTableRowSelectionState } from "@medusajs/ui"
import { useAdopt, useIgnore } from "../../hooks/candidates/use-candidates"
import { useTexts } from "../../hooks/common/use-texts"
import { useToasts } from "../../hooks/common/use-toasts"
import type { Candidate } from "../../lib/answers/candidate"

/** What can be done with many candidates at once: drafts in the shop, or left at the counter, or offered again. */
export function useCandidateCommands(connectionId: string, rows: Candidate[], onDone: () => void): DataTableCommand[] {
  const { t } = useTexts()
  const toasts = useToasts()
  const adopt = useAdopt(connectionId)
  const ignore = useIgnore(connectionId)
  const idsOf = (selected: DataTableRowSelectionState) => rows.filter(({ id }) => selected[id]).map(({ id }) => id)
  return [
    {
      label: t("candidates.adopt"),
      shortcut: "a",
      action: (selected) =>
        adopt.mutate(
          idsOf(selected).map((id) => ({ id })),
          {
            onSuccess: ({ adopted, failed: [failed] }) => {
              toasts.succeeded(t("candidates.adopted", { count: adopted.length }))
              if (failed) {
                toasts.failed(new Error(failed.reason))
              }
              onDone()
            },
            onError: toasts.failed,
          }
        ),
    },
    ...([true, false] as const).map((ignored) => ({
      label: t(ignored ? "candidates.ignore" : "candidates.offer"),
      shortcut: ignored ? "i" : "o",
      action: (selected: DataTableRowSelectionState) =>
        ignore.mutate(
          { ids: idsOf(selected), ignored },
          {
            onSuccess: () => {
              toasts.succeeded(t("product.changed"))
              onDone()
            },
            onError: toasts.failed,
          }
        ),
    })),
  ]
}
