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

type Deciding<Decision extends string, Answer> = {
  kind: Dismissible
  connectionId: string
  /** the state of the listed rows */
  state: string
  rows: DismissibleRows
  /** each decision with its words and its key */
  decisions: readonly { decision: Decision | "ignored"; label: string; shortcut: string }[]
  decide: {
    mutate: (
      asked: { decision: Decision | "ignored"; ids: string[] },
      then: { onSuccess: (answer: Answer) => void; onError: (error: Error) => void }
    ) => void
  }
  /** what the toast says of an answer */
  toWords: (answer: Answer) => string
}

/**
 * The commands of a list of differences: each decision on the selected rows, where ignoring asks for a reason first; for
 * ignored rows the one that opens them again.
 */
export function useDecisionCommands<Decision extends string, Answer>(
  deciding: Deciding<Decision, Answer>
): DataTableCommand[] {
  const { kind, connectionId, state, rows, decisions, decide, toWords } = deciding
  const toasts = useToasts()
  const undo = useUndoCommand(kind, connectionId, rows.done)
  if (state === "ignored") {
    return [undo]
  }
  return decisions.map(({ decision, label, shortcut }) => ({
    label,
    shortcut,
    action: (selected) =>
      decision === "ignored"
        ? rows.dismiss(selectedIds(selected))
        : decide.mutate(
            { decision, ids: selectedIds(selected) },
            {
              onSuccess: (answer) => {
                toasts.succeeded(toWords(answer))
                rows.done()
              },
              onError: toasts.failed,
            }
          ),
  }))
}
