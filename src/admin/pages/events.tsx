import { Alert, createDataTableColumnHelper, type DataTableCommand, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { useCallback, useMemo, useState } from "react"
import { Button } from "../components/common/button"
import { INBOX_STATES } from "../../contract/processing"
import { ConnectionPage } from "../components/common/connection-page"
import { DismissDrawer, DismissRows, useDismissibleRows, useUndoCommand } from "../components/common/dismiss-drawer"
import { Moment } from "../components/common/figures"
import { List, selectedIds } from "../components/common/list"
import { StateBadge } from "../components/common/state-badge"
import { EntryDrawer } from "../components/events/entry-drawer"
import { useListParams, useStateFilters } from "../hooks/common/use-list"
import { useToasts } from "../hooks/common/use-mutation-toasts"
import { useReasonWords } from "../components/common/reason"
import { useTexts } from "../hooks/common/use-texts"
import { useHrefWith } from "../hooks/common/use-url-state"
import { useDismiss, useInboxEntries, useReplay } from "../hooks/events/use-inbox-entries"
import type { Connection } from "../lib/answers/connection"
import type { InboxEntry } from "../lib/answers/events"

/** How many entries gave up, and another try or an end for all of them. */
const DeadLetters = ({ connectionId }: { connectionId: string }) => {
  const { t } = useTexts()
  const dead = useInboxEntries({ connection_id: connectionId, state: "dead", limit: 1 })
  const replay = useReplay()
  const dismiss = useDismiss()
  const toasts = useToasts()
  const [dismissing, setDismissing] = useState(false)
  const count = dead.data?.count ?? 0
  if (count === 0) {
    return null
  }
  const retry = () =>
    replay.mutate(
      { connection_id: connectionId },
      {
        onSuccess: ({ replayed }) => toasts.counted(replayed, t("inbox.replayed", { count: replayed })),
        onError: toasts.failed,
      }
    )
  const setAside = (reason: string | undefined) =>
    dismiss.mutate(
      { connection_id: connectionId, reason },
      {
        onSuccess: ({ dismissed }) => {
          toasts.counted(dismissed, t("inbox.dismissed", { count: dismissed }))
          setDismissing(false)
        },
      }
    )
  return (
    <Alert variant="warning">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Text size="small">{t("inbox.deadCount", { count })}</Text>
        <div className="flex flex-wrap gap-2">
          <Button size="small" variant="transparent" onClick={() => setDismissing(true)}>
            {t("inbox.dismissAll")}
          </Button>
          <Button size="small" variant="secondary" onClick={retry} isLoading={replay.isPending}>
            {t("inbox.replayAll")}
          </Button>
        </div>
      </div>
      <DismissDrawer
        open={dismissing}
        onClose={() => setDismissing(false)}
        title={t("inbox.dismissAll")}
        saving={dismiss}
        onSave={setAside}
      />
    </Alert>
  )
}

/** An entry's event in words; opens the entry beside the list, which keeps its page and filters. */
const OpenEntry = ({ entry }: { entry: InboxEntry }) => {
  const { t } = useTexts()
  const hrefWith = useHrefWith()
  return (
    <Link to={hrefWith("entry", entry.id)} className="text-ui-fg-base block max-w-64 truncate">
      {t([`events.${entry.event_name}`, "unknown"])}
    </Link>
  )
}

const column = createDataTableColumnHelper<InboxEntry>()

function useEntryColumns(timeZone: string | null) {
  const { t } = useTexts()
  const getWords = useReasonWords()
  const shortReason = useCallback((reason: string | null) => (reason ? getWords(reason) : t("none")), [t, getWords])
  return useMemo(
    () => [
      column.select(),
      column.accessor("event_name", {
        header: t("inbox.event"),
        cell: ({ row }) => <OpenEntry entry={row.original} />,
      }),
      column.accessor("created_at", {
        header: t("inbox.receivedAt"),
        cell: ({ getValue }) => <Moment at={getValue()} timeZone={timeZone} />,
      }),
      column.accessor("source", {
        header: t("inbox.source"),
        cell: ({ getValue }) => t([`inbox.sources.${getValue()}`, "unknown"]),
      }),
      column.accessor("state", {
        header: t("inbox.state"),
        cell: ({ getValue }) => <StateBadge kind="entry" state={getValue()} />,
      }),
      column.accessor("attempts", { header: t("inbox.attempts") }),
      column.accessor("reason", {
        header: t("inbox.reason"),
        cell: ({ getValue }) => <span className="block max-w-80 truncate">{shortReason(getValue())}</span>,
      }),
    ],
    [t, shortReason, timeZone]
  )
}

const useEntryFilters = () => useStateFilters("entry", "inbox.state", INBOX_STATES)

type Chosen = { onDone: () => void; onDismiss: (ids: string[]) => void }

/** Dismisses the selected entries that gave up, tries them again, or undoes their dismissal. */
function useEntryCommands(connection_id: string, { onDone, onDismiss }: Chosen): DataTableCommand[] {
  const { t } = useTexts()
  const toasts = useToasts()
  const undo = useUndoCommand("inbox-entries", connection_id, onDone)
  const replay = useReplay()
  return [
    {
      label: t("inbox.dismiss"),
      shortcut: "d",
      action: (selected) => onDismiss(selectedIds(selected)),
    },
    undo,
    {
      label: t("inbox.replay"),
      shortcut: "r",
      action: (selected) =>
        replay.mutate(
          { connection_id, ids: selectedIds(selected) },
          {
            onSuccess: ({ replayed }) => {
              toasts.counted(replayed, t("inbox.replayed", { count: replayed }))
              onDone()
            },
            onError: toasts.failed,
          }
        ),
    },
  ]
}

const InboxPage = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const { limit, offset, filter } = useListParams()
  const entries = useInboxEntries({ connection_id: connection.id, limit, offset, state: filter("state") })
  const columns = useEntryColumns(connection.time_zone)
  const filters = useEntryFilters()
  const dismissible = useDismissibleRows()
  const commands = useEntryCommands(connection.id, {
    onDone: dismissible.done,
    onDismiss: dismissible.dismiss,
  })
  const hrefWith = useHrefWith()
  const dismiss = useDismiss()
  return (
    <>
      <DeadLetters connectionId={connection.id} />
      <List
        heading={t("menu.inbox")}
        subHeading={t("inbox.hint")}
        query={entries}
        rows={entries.data?.inbox_entries}
        counted={entries.data}
        columns={columns}
        filters={filters}
        needs="operate"
        commands={commands}
        rowSelection={{
          state: dismissible.selected,
          onRowSelectionChange: dismissible.select,
          // What waits is handled by itself, and what was handled is over.
          enableRowSelection: ({ original }) => ["dead", "dismissed"].includes(original.state),
        }}
        rowHref={({ id }) => `/pos/events${hrefWith("entry", id)}`}
        empty={{ heading: t("inbox.empty.title"), description: t("inbox.empty.hint") }}
      />
      <EntryDrawer connection={connection} />
      <DismissRows
        rows={dismissible}
        title={t("inbox.dismiss")}
        saving={dismiss}
        onDismiss={(asked, onSuccess) =>
          dismiss.mutate(
            { connection_id: connection.id, ...asked },
            { onSuccess: ({ dismissed }) => onSuccess(dismissed, t("inbox.dismissed", { count: dismissed })) }
          )
        }
      />
    </>
  )
}

/** Point of sale › Events: what the POS sent, its outcome, and a retry of what failed. */
const Inbox = () => (
  <ConnectionPage>{(connection) => <InboxPage key={connection.id} connection={connection} />}</ConnectionPage>
)

export default Inbox
