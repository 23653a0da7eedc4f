import { DataTable } from "@medusajs/dashboard/components"
import { Container } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useSearchParams } from "react-router-dom"
import { useListParams } from "../../hooks/use-list-params"
import { useInboxEntries } from "../../hooks/use-lists"
import type { Connection } from "../../lib/answers/connection"
import { Failure } from "../failure"
import { DeadLetters } from "./dead-letters"
import { EntryDrawer } from "./entry-drawer"
import { useEntryColumns, useEntryFilters } from "./entry-columns"

export const InboxPage = ({ connection }: { connection: Connection }) => {
  const { t } = useTranslation("pos")
  const { limit, offset, filter } = useListParams()
  const [search] = useSearchParams()
  const entries = useInboxEntries({ connection_id: connection.id, limit, offset, state: filter("state") })
  const columns = useEntryColumns(connection.time_zone)
  const filters = useEntryFilters()
  const hrefOf = (id: string) => {
    const there = new URLSearchParams(search)
    there.set("entry", id)
    return `/pos/inbox?${there.toString()}`
  }
  return (
    <>
      <DeadLetters connectionId={connection.id} />
      <Container className="divide-y overflow-hidden p-0">
        {entries.error && !entries.data ? (
          <div className="px-6 py-4">
            <Failure error={entries.error} onRetry={() => void entries.refetch()} />
          </div>
        ) : (
          <DataTable
            heading={t("menu.inbox")}
            subHeading={t("inbox.hint")}
            data={entries.data?.inbox_entries ?? []}
            columns={columns}
            filters={filters}
            getRowId={({ id }) => id}
            rowCount={entries.data?.count ?? 0}
            rowHref={({ id }) => hrefOf(id)}
            pageSize={limit}
            isLoading={entries.isPending}
            enableSearch={false}
            emptyState={{
              empty: { heading: t("inbox.empty.title"), description: t("inbox.empty.hint") },
              filtered: { heading: t("filtered.title"), description: t("filtered.hint") },
            }}
          />
        )}
      </Container>
      <EntryDrawer connection={connection} />
    </>
  )
}
