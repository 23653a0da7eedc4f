import {
  Button,
  DataTable as DataTableParts,
  type DataTableEmptyStateProps,
  type DataTableFilteringState,
  type DataTablePaginationState,
  type DataTableSortingState,
  Heading,
  Text,
  useDataTable,
} from "@medusajs/ui"
import { type MouseEvent, type ReactNode, useCallback, useMemo } from "react"
import { useTranslation } from "react-i18next"
import { Link, useNavigate, useSearchParams } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"

type Options<Row> = Parameters<typeof useDataTable<Row>>[0]

export type DataTableProps<Row extends { id: string }> = Pick<
  Options<Row>,
  "columns" | "commands" | "filters" | "rowSelection"
> & {
  data: Row[]
  rowCount: number
  pageSize: number
  isLoading: boolean
  emptyState: DataTableEmptyStateProps
  heading?: string
  headingLevel?: "h1" | "h2" | "h3"
  subHeading?: string
  enableSearch?: boolean
  /** where a click on a row leads, within the dashboard */
  rowHref?: (row: Row) => string
  action?: { label: string } & ({ to: string } | { onClick: () => void })
  /** buttons before the action */
  moreActions?: ReactNode
}

/**
 * A table that keeps its page, search, order and filters in the URL, as Medusa's own lists do. It is built on
 * `@medusajs/ui`, because Medusa's dashboard exports its own table only since 2.21.
 */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { columns, commands = [], filters = [], rowSelection, data, rowCount, pageSize, isLoading } = props
  const {
    heading,
    headingLevel = "h1",
    subHeading,
    enableSearch = false,
    rowHref,
    action,
    moreActions,
    emptyState,
  } = props
  const { t: dashboardText } = useTranslation()
  const { t } = useTexts()
  const state = useTableState(filters, pageSize)
  const onRowClick = useRowClick(rowHref)
  const isSortable = columns.some((column) => column.enableSorting)
  const instance = useDataTable({
    data,
    columns,
    filters,
    commands,
    rowCount,
    getRowId: ({ id }) => id,
    onRowClick,
    pagination: state.pagination,
    filtering: filters.length > 0 ? state.filtering : undefined,
    sorting: isSortable ? state.sorting : undefined,
    search: enableSearch ? state.search : undefined,
    rowSelection,
    isLoading,
  })
  const words = {
    clearAll: dashboardText("actions.clearAll"),
    sort: dashboardText("filters.sortLabel"),
    filter: dashboardText("filters.filterLabel"),
  }
  return (
    <DataTableParts instance={instance}>
      <DataTableParts.Toolbar
        className="flex flex-col items-start justify-between gap-2 md:flex-row md:items-center"
        translations={words}
      >
        <div className="flex w-full flex-wrap items-center justify-between gap-2 sm:flex-nowrap">
          <div>
            {heading && <Heading level={headingLevel}>{heading}</Heading>}
            {subHeading && (
              <Text size="small" className="text-ui-fg-subtle">
                {subHeading}
              </Text>
            )}
          </div>
          <div className="flex flex-wrap items-center gap-2 sm:justify-end">
            {filters.length > 0 && <DataTableParts.FilterMenu tooltip={words.filter} />}
            {isSortable && <DataTableParts.SortingMenu tooltip={words.sort} />}
            {enableSearch && (
              <div className="w-full md:w-auto">
                <DataTableParts.Search placeholder={dashboardText("filters.searchLabel")} />
              </div>
            )}
            {moreActions}
            {action && <Action {...action} />}
          </div>
        </div>
      </DataTableParts.Toolbar>
      <DataTableParts.Table emptyState={emptyState} />
      <DataTableParts.Pagination
        translations={{
          of: dashboardText("general.of"),
          results: dashboardText("general.results"),
          pages: dashboardText("general.pages"),
          prev: dashboardText("general.prev"),
          next: dashboardText("general.next"),
        }}
      />
      {commands.length > 0 && (
        <DataTableParts.CommandBar selectedLabel={(count) => t("list.selected", { number: count })} />
      )}
    </DataTableParts>
  )
}

const Action = ({ label, ...target }: NonNullable<DataTableProps<{ id: string }>["action"]>) =>
  "to" in target ? (
    <Button size="small" type="button" variant="secondary" asChild>
      <Link to={target.to}>{label}</Link>
    </Button>
  ) : (
    <Button size="small" type="button" variant="secondary" onClick={target.onClick}>
      {label}
    </Button>
  )

/** What the URL says of a table, and how the table changes it. A new search, order or filter starts at the first page. */
function useTableState(filters: readonly { id: string }[], pageSize: number) {
  const [params, setParams] = useSearchParams()
  const filterIds = useMemo(() => filters.map(({ id }) => id), [filters])
  const write = useCallback(
    (values: Record<string, string | null>) =>
      setParams((previous) => {
        for (const [name, value] of Object.entries(values)) {
          if (value === null) {
            previous.delete(name)
          } else {
            previous.set(name, value)
          }
        }
        return previous
      }),
    [setParams]
  )
  return useMemo(() => {
    const order = params.get("order")
    const offset = Number(params.get("offset") ?? 0) || 0
    return {
      pagination: {
        state: { pageIndex: Math.floor(offset / pageSize), pageSize },
        onPaginationChange: ({ pageIndex }: DataTablePaginationState) =>
          write({ offset: pageIndex === 0 ? null : String(pageIndex * pageSize) }),
      },
      search: {
        state: params.get("q") ?? "",
        onSearchChange: (text: string) => write({ q: text || null, offset: null }),
      },
      sorting: {
        state: order ? { id: order.replace(/^-/, ""), desc: order.startsWith("-") } : null,
        onSortingChange: ({ id, desc }: DataTableSortingState) => write({ order: desc ? `-${id}` : id, offset: null }),
      },
      filtering: {
        state: readFilters(params, filterIds),
        onFilteringChange: (value: DataTableFilteringState) =>
          write({ ...writeFilters(value, filterIds), offset: null }),
      },
    }
  }, [params, filterIds, pageSize, write])
}

const readFilters = (params: URLSearchParams, ids: string[]): DataTableFilteringState =>
  Object.fromEntries(
    ids.flatMap((id) => {
      const text = params.get(id)
      return text ? [[id, readFilter(text)]] : []
    })
  )

/** A filter's value is JSON. What is written by hand may be a bare word, and a boolean is a choice's text. */
function readFilter(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "boolean" ? text : value
  } catch {
    return text
  }
}

const writeFilters = (value: DataTableFilteringState, ids: string[]): Record<string, string | null> =>
  Object.fromEntries(ids.map((id) => [id, value[id] === undefined ? null : JSON.stringify(value[id])]))

/** Opens the page of a row: in the same tab, or in another as links do. */
function useRowClick<Row>(rowHref: ((row: Row) => string) | undefined) {
  const navigate = useNavigate()
  return useMemo(
    () =>
      rowHref &&
      ((event: MouseEvent<HTMLTableRowElement>, row: Row) => {
        const href = rowHref(row)
        const base = __BASE__ && __BASE__ !== "/" ? __BASE__ : ""
        if (event.metaKey || event.ctrlKey || event.button === 1) {
          window.open(`${base}${href}`, "_blank", "noreferrer")
        } else if (event.shiftKey) {
          window.open(`${base}${href}`, undefined, "noreferrer")
        } else {
          void navigate(href)
        }
      }),
    [navigate, rowHref]
  )
}
