import type { DataTableCommand, DataTableRowSelectionState } from "@medusajs/ui"
import { useState } from "react"
import { selectedIds } from "../../components/common/list"
import { undoneAnswerSchema } from "../../lib/answers/events"
import { ask } from "../../lib/http/client"
import { useChange, useToasts } from "./use-mutation-toasts"
import { useTexts } from "./use-texts"

/** Kinds of records whose dismissal can be undone, by the part of their routes' path. */
export type Dismissible = "inbox-entries" | "stock-differences" | "discrepancies" | "product-links"

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

/** The command that undoes the dismissal of the selected rows. */
export function useUndoCommand(kind: Dismissible, connectionId: string, onDone: () => void): DataTableCommand {
  const { t } = useTexts()
  const { undo } = useUndoDismissal(kind, connectionId)
  return { label: t("dismissal.undo"), shortcut: "u", action: (selected) => undo(selectedIds(selected), onDone) }
}

export type DismissibleRows = {
  selected: DataTableRowSelectionState
  select: (selected: DataTableRowSelectionState) => void
  /** those that wait for the reason of their dismissal; null: none do */
  dismissing: string[] | null
  dismiss: (ids: string[] | null) => void
  /** what was chosen is done: nothing is selected any more */
  done: () => void
}

/** The selected rows of a list whose rows can be dismissed. */
export function useDismissibleRows(): DismissibleRows {
  const [selected, select] = useState<DataTableRowSelectionState>({})
  const [dismissing, dismiss] = useState<string[] | null>(null)
  const done = () => {
    select({})
    dismiss(null)
  }
  return { selected, select, dismissing, dismiss, done }
}
