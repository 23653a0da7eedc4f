import type { DataTableRowSelectionState } from "@medusajs/ui"
import { useState } from "react"
import { useHrefWith } from "../../hooks/common/use-href-with"
import { useListParams } from "../../hooks/common/use-list-params"
import { useTexts } from "../../hooks/common/use-texts"
import { useInboxEntries } from "../../hooks/inbox/use-inbox-entries"
import type { Connection } from "../../lib/answers/connection"
import { List } from "../common/list"
import { DeadLetters } from "./dead-letters"
import { useEntryColumns, useEntryFilters } from "./entry-columns"
import { useEntryCommands } from "./entry-commands"
import { EntryDrawer } from "./entry-drawer"

export const InboxPage = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const { limit, offset, filter } = useListParams()
  const entries = useInboxEntries({ connection_id: connection.id, limit, offset, state: filter("state") })
  const columns = useEntryColumns(connection.time_zone)
  const filters = useEntryFilters()
  const [selected, setSelected] = useState<DataTableRowSelectionState>({})
  const commands = useEntryCommands(connection.id, () => setSelected({}))
  const hrefWith = useHrefWith()
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
        commands={commands}
        rowSelection={{
          state: selected,
          onRowSelectionChange: setSelected,
          // What waits is handled by itself, and what was handled is over.
          enableRowSelection: ({ original }) => ["dead", "dismissed"].includes(original.state),
        }}
        rowHref={({ id }) => `/pos/inbox${hrefWith("entry", id)}`}
        empty={{ heading: t("inbox.empty.title"), description: t("inbox.empty.hint") }}
      />
      <EntryDrawer connection={connection} />
    </>
  )
}
