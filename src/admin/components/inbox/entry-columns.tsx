import { createDataTableColumnHelper, createDataTableFilterHelper } from "@medusajs/ui"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import type { InboxEntry } from "../../lib/answers/inbox-entry"
import { Moment } from "../moment"
import { StateBadge } from "../state-badge"
import { OpenEntry } from "./open-entry"

const column = createDataTableColumnHelper<InboxEntry>()
const filter = createDataTableFilterHelper<InboxEntry>()

const STATES = ["pending", "done", "ignored", "dead"]

export function useEntryColumns(timeZone: string | null) {
  const { t } = useTranslation("pos")
  return useMemo(
    () => [
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
        cell: ({ getValue }) => t(`inbox.sources.${getValue()}`, { defaultValue: getValue() }),
      }),
      column.accessor("state", {
        header: t("inbox.state"),
        cell: ({ getValue }) => <StateBadge of="entry" state={getValue()} />,
      }),
      column.accessor("attempts", { header: t("inbox.attempts") }),
      column.accessor("reason", {
        header: t("inbox.reason"),
        cell: ({ getValue }) => (
          <span className="block max-w-80 truncate" title={getValue() ?? undefined}>
            {getValue() ?? t("none")}
          </span>
        ),
      }),
    ],
    [t, timeZone]
  )
}

export function useEntryFilters() {
  const { t } = useTranslation("pos")
  return useMemo(
    () => [
      filter.accessor("state", {
        type: "radio",
        label: t("inbox.state"),
        options: STATES.map((value) => ({ label: t(`states.entry.${value}`), value })),
      }),
    ],
    [t]
  )
}
