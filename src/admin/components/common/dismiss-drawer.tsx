import { type DataTableCommand, type DataTableRowSelectionState, Drawer, Label, Text, Textarea } from "@medusajs/ui"
import { useId, useState } from "react"
import { MAX_DISMISSAL_REASON } from "../../../contract/activity"
import { useChange, useToasts } from "../../hooks/common/use-mutation-toasts"
import { useTexts } from "../../hooks/common/use-texts"
import { undoneAnswerSchema } from "../../lib/answers/events"
import { ask } from "../../lib/http/client"
import { FormContent } from "./form-drawer"
import { selectedIds } from "./list"

type Saving = { isPending: boolean; error: Error | null; reset: () => void }

/** Asks for the reason of a dismissal before it is executed. A reason is optional. */
export const DismissDrawer = (props: {
  open: boolean
  onClose: () => void
  /** heading, and the words of the button */
  title: string
  saving: Saving
  onSave: (reason: string | undefined) => void
}) => {
  const { saving } = props
  const { t } = useTexts()
  const id = useId()
  const [reason, setReason] = useState("")
  const close = () => {
    setReason("")
    saving.reset()
    props.onClose()
  }
  return (
    <Drawer open={props.open} onOpenChange={(open) => !open && close()}>
      <FormContent
        title={props.title}
        hint={t("dismissal.hint")}
        saves={props.title}
        canSave
        saving={saving}
        onSave={() => props.onSave(reason.trim() || undefined)}
      >
        <div className="flex flex-col gap-y-2">
          <Label htmlFor={id} size="small" weight="plus">
            {t("dismissal.reason")}
          </Label>
          <Textarea
            id={id}
            rows={4}
            maxLength={MAX_DISMISSAL_REASON}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <Text size="small" className="text-ui-fg-subtle">
            {t("dismissal.optional", { number: MAX_DISMISSAL_REASON })}
          </Text>
        </div>
      </FormContent>
    </Drawer>
  )
}

/** Asks for the reason before the rows of a list are dismissed. */
export const DismissRows = (props: {
  rows: DismissibleRows
  /** heading, and the words of the button */
  title: string
  saving: Saving
  /** `onSuccess`: with how many were dismissed, and what the toast says of them */
  onDismiss: (
    asked: { ids: string[]; reason: string | undefined },
    onSuccess: (count: number, words: string) => void
  ) => void
}) => {
  const { rows, title, saving, onDismiss } = props
  const toasts = useToasts()
  const save = (reason: string | undefined) =>
    onDismiss({ ids: rows.dismissing ?? [], reason }, (count, words) => {
      toasts.counted(count, words)
      rows.done()
    })
  return (
    <DismissDrawer
      open={rows.dismissing !== null}
      onClose={() => rows.dismiss(null)}
      title={title}
      saving={saving}
      onSave={save}
    />
  )
}

/** The reason of a dismissal below the state that it explains; nothing without one. */
export const DismissalReason = ({ reason }: { reason: string | null }) =>
  reason === null ? null : (
    <Text size="small" className="text-ui-fg-subtle line-clamp-2 max-w-80 whitespace-normal break-words" title={reason}>
      {reason}
    </Text>
  )

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
        toasts.counted(undone, t("dismissal.undone", { count: undone }))
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
  /** how many records an answer is about, and what the toast says of them */
  toResult: (answer: Answer) => { count: number; words: string }
}

/**
 * The commands of a list of differences: each decision on the selected rows, where ignoring asks for a reason first; for
 * ignored rows the one that opens them again.
 */
export function useDecisionCommands<Decision extends string, Answer>(
  deciding: Deciding<Decision, Answer>
): DataTableCommand[] {
  const { kind, connectionId, state, rows, decisions, decide, toResult } = deciding
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
                const { count, words } = toResult(answer)
                toasts.counted(count, words)
                rows.done()
              },
              onError: toasts.failed,
            }
          ),
  }))
}
