import { createDataTableColumnHelper } from "@medusajs/ui"
import { useCallback, useMemo } from "react"
import { INBOX_STATES } from "../../../vocabulary/inbox-entry"
import { useReasonWords } from "../../hooks/common/use-reason-words"
import { useStateFilters } from "../../hooks/common/use-state-filters"
import { useTexts } from "../../hooks/common/use-texts"
import type { InboxEntry } from "../../lib/answers/inbox-entry"
import { Moment } from "../common/moment"
import { StateBadge } from "../common/state-badge"
import { OpenEntry } from "./open-entry"

const column = createDataTableColumnHelper<InboxEntry>()

export function useEntryColumns(timeZone: string | null) {
  const { t } = useTexts()
  const wordsOf = useReasonWords()
  const shortReason = useCallback((reason: string | null) => (reason ? wordsOf(reason) : t("none")), [t, wordsOf])
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
        cell: ({ getValue }) => <StateBadge of="entry" state={getValue()} />,
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

export const useEntryFilters = () => useStateFilters("entry", "inbox.state", INBOX_STATES)
