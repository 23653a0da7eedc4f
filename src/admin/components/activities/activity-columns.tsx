import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import type { Activity } from "../../lib/answers/activity"
import { Moment } from "../common/moment"
import { StateBadge } from "../common/state-badge"
import { ActivityFacts } from "./activity-facts"

const column = createDataTableColumnHelper<Activity>()

export function useActivityColumns(timeZone: string | null) {
  const { t } = useTexts()
  return useMemo(
    () => [
      column.accessor("kind", {
        header: t("activities.what"),
        cell: ({ getValue }) => <span className="text-nowrap">{t([`activities.kinds.${getValue()}`, "unknown"])}</span>,
      }),
      column.accessor("begun_at", {
        header: t("activities.at"),
        cell: ({ getValue }) => <Moment at={getValue()} timeZone={timeZone} />,
      }),
      column.accessor("actor_name", {
        header: t("activities.by"),
        cell: ({ row: { original } }) => {
          const name = original.actor_name ?? original.actor_id
          return (
            <span className="block max-w-48 truncate" title={name}>
              {name}
            </span>
          )
        },
      }),
      column.accessor("state", {
        header: t("activities.state"),
        cell: ({ getValue }) => <StateBadge of="activity" state={getValue()} />,
      }),
      column.display({
        id: "facts",
        header: t("activities.details"),
        cell: ({ row }) => <ActivityFacts activity={row.original} />,
      }),
    ],
    [t, timeZone]
  )
}
