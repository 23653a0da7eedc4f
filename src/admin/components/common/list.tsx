import { DataTable, type DataTableProps } from "@medusajs/dashboard/components"
import { Container } from "@medusajs/ui"
import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import { useNamedParts } from "../../hooks/common/use-named-parts"
import { PAGE_SIZE } from "../../hooks/common/use-list-params"
import { Failure } from "./failure"

type Empty = { heading: string; description: string }

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
  empty: Empty
  /** what stands there where something is searched for or filtered; else a sentence for any list */
  filtered?: Empty
  /** what stands above the list, in its box */
  top?: ReactNode
}

/** A list that is paged, filtered and searched on the server; the URL holds where one is. */
export function List<Row extends { id: string }>({ query, rows, count, empty, filtered, top, ...table }: Props<Row>) {
  const { t } = useTexts()
  const nameParts = useNamedParts()
  return (
    <Container ref={nameParts} className="divide-y overflow-hidden p-0">
      {top}
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
            filtered: filtered ?? { heading: t("filtered.title"), description: t("filtered.hint") },
          }}
        />
      )}
    </Container>
  )
}
