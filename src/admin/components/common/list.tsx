import { Container, type DataTableRowSelectionState, Text } from "@medusajs/ui"
import type { UseQueryResult } from "@tanstack/react-query"
import { type ReactNode, useEffect, useRef } from "react"
import type { Permission } from "../../../contract/permissions"
import { PAGE_SIZE, useListParams } from "../../hooks/common/use-list"
import { usePermission } from "../../hooks/common/use-permission"
import { useTexts } from "../../hooks/common/use-texts"
import { DataTable, type DataTableProps } from "./data-table"
import { Failure } from "./failure"

type Empty = { heading: string; description?: string }

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
  | "moreActions"
> & {
  query: Pick<UseQueryResult<unknown>, "error" | "isPending" | "refetch">
  rows: Row[] | undefined
  /** how many rows there are; long lists are counted up to a limit, and have more */
  counted: { count: number; count_is_lower_bound?: unknown } | undefined
  empty: Empty
  /** shown when a search or a filter finds nothing; default: a sentence for any list */
  filtered?: Empty
  /** shown above the list, in its box */
  top?: ReactNode
  /** the right that its commands and its action need */
  needs?: Permission
}

/** A list that is paged, filtered and searched on the server; the URL holds where one is. */
export function List<Row extends { id: string }>(props: Props<Row>) {
  const { query, rows, counted, empty, filtered, top, needs = "view", ...table } = props
  const { isAllowed, why } = usePermission(needs)
  const { t, language } = useTexts()
  const { offset } = useListParams()
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
          {...(isAllowed ? table : withoutActions(table))}
          data={rows ?? []}
          rowCount={reachable(counted, offset, rows?.length ?? 0)}
          pageSize={PAGE_SIZE}
          isLoading={query.isPending}
          emptyState={{
            empty,
            filtered: filtered ?? { heading: t("filtered.title"), description: t("filtered.hint") },
          }}
        />
      )}
      {!isAllowed && (
        <Text size="small" className="px-6 py-3 text-ui-fg-subtle">
          {why}
        </Text>
      )}
      {counted?.count_is_lower_bound === true && (
        <Text size="small" className="px-6 py-3 text-ui-fg-subtle">
          {t("list.atLeast", { number: new Intl.NumberFormat(language).format(counted.count) })}
        </Text>
      )}
    </Container>
  )
}

/** Removes the actions of a table, for those who may only view it. */
function withoutActions<Table extends { commands?: unknown; rowSelection?: unknown; action?: unknown }>(table: Table) {
  const { commands: _commands, rowSelection: _selection, action: _action, ...rest } = table
  return rest
}

/** Rows that can be paged to: of a list that was not counted to its end always a page more than the one that is full. */
function reachable(counted: Props<{ id: string }>["counted"], offset: number, shown: number): number {
  const count = counted?.count ?? 0
  const next = offset + shown + (shown === PAGE_SIZE ? 1 : 0)
  return counted?.count_is_lower_bound === true ? Math.max(count, next) : count
}

/**
 * Gives Medusa's table what it leaves out: names for the button that opens its filters and the boxes that select
 * rows, and a place in the order of tabs for a table that scrolls, so that the keyboard can scroll it. The magnifying
 * glass in its search says nothing and is hidden from screen readers.
 */
export function useNamedParts() {
  const { t } = useTexts()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const nameless = (selector: string) => [...(ref.current?.querySelectorAll(`${selector}:not([aria-label])`) ?? [])]
    for (const button of nameless('button[aria-haspopup="menu"]')) {
      if (button.textContent === "") {
        button.setAttribute("aria-label", t("filter"))
      }
    }
    // A row's name may come later than the row.
    for (const box of ref.current?.querySelectorAll('button[role="checkbox"]') ?? []) {
      const name = box.closest("tbody tr")?.querySelector("a")?.textContent
      box.setAttribute("aria-label", name ? t("select", { name }) : t("selectAll"))
    }
    for (const table of ref.current?.querySelectorAll("table") ?? []) {
      const region = table.closest(".overflow-auto")
      region?.setAttribute("tabindex", region.scrollWidth > region.clientWidth ? "0" : "-1")
    }
    for (const image of nameless('[role="img"]')) {
      image.setAttribute("aria-hidden", "true")
    }
  })
  return ref
}

/** Ids of the selected rows. */
export const selectedIds = (selected: DataTableRowSelectionState) => Object.keys(selected).filter((id) => selected[id])
