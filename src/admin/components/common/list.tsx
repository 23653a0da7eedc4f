import { DataTable, type DataTableProps } from "@medusajs/dashboard/components"
import { Container } from "@medusajs/ui"
import type { UseQueryResult } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { useNamedParts } from "../../hooks/common/use-named-parts"
import { PAGE_SIZE } from "../../hooks/common/use-list-params"
import { Failure } from "./failure"

type Props<Row extends { id: string }> = Pick<
  DataTableProps<Row>,
  | "columns"
  | "commands"
  | "rowSelection"
  | "filters"
  | "rowHref"
  | "heading"
  | "subHeading"
  | "enableSearch"
  | "headingLevel"
  | "action"
  | "prefix"
> & {
  query: Pick<UseQueryResult<unknown>, "error" | "isPending" | "refetch">
  rows: Row[] | undefined
  count: number | undefined
  empty: { heading: string; description: string }
}

/** A list that is paged, filtered and searched on the server; the URL holds where one is. */
export function List<Row extends { id: string }>({ query, rows, count, empty, ...table }: Props<Row>) {
  const { t } = useTranslation("pos")
  const nameParts = useNamedParts()
  return (
    <Container ref={nameParts} className="divide-y overflow-hidden p-0">
      {query.error && rows === undefined ? (
        <div className="px-6 py-4">
          <Failure error={query.error} onRetry={() => void query.refetch()} />
        </div>
      ) : (
        <DataTable
          enableSearch={false}
          {...table}
          data={rows ?? []}
          rowCount={count ?? 0}
          getRowId={({ id }) => id}
          pageSize={PAGE_SIZE}
          isLoading={query.isPending}
          emptyState={{
            empty,
            filtered: { heading: t("filtered.title"), description: t("filtered.hint") },
          }}
        />
      )}
    </Container>
  )
}
