import type { DataTableRowSelectionState } from "@medusajs/ui"
import { useState } from "react"
import { useHrefWith } from "../../hooks/common/use-href-with"
import { useListParams } from "../../hooks/common/use-list-params"
import { useTexts } from "../../hooks/common/use-texts"
import { useDifferences } from "../../hooks/stock/use-stock"
import { useReconcile } from "../../hooks/runs/use-start-run"
import { useVariantNames } from "../../hooks/shop/use-shop-products"
import { useToasts } from "../../hooks/common/use-toasts"
import type { Connection } from "../../lib/answers/connection"
import { List } from "../common/list"
import { useDifferenceColumns, useDifferenceFilters } from "./difference-columns"
import { useDifferenceCommands } from "./difference-commands"
import { LedgerDrawer } from "./ledger-drawer"

export const StockPage = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const { limit, offset, filter } = useListParams()
  const [selected, setSelected] = useState<DataTableRowSelectionState>({})
  const state = filter("state") ?? "open"
  const differences = useDifferences({ connection_id: connection.id, limit, offset, state, cause: filter("cause") })
  const rows = differences.data?.stock_differences
  const names = useVariantNames((rows ?? []).flatMap(({ variant_id }) => (variant_id ? [variant_id] : [])))
  const columns = useDifferenceColumns(names.data, connection.time_zone)
  const filters = useDifferenceFilters()
  const commands = useDifferenceCommands(connection.id, () => setSelected({}))
  const hrefWith = useHrefWith()
  const reconcile = useReconcile(connection.id)
  const compare = () =>
    reconcile.mutate(undefined, { onSuccess: () => toasts.succeeded(t("stock.comparing")), onError: toasts.failed })
  return (
    <>
      <List
        heading={t("menu.stock")}
        subHeading={t("stock.hint")}
        query={differences}
        rows={rows}
        counted={differences.data}
        columns={columns}
        filters={filters}
        commands={commands}
        rowSelection={{ state: selected, onRowSelectionChange: setSelected }}
        action={{ label: t("stock.compare"), onClick: compare }}
        rowHref={({ variant_id }) => `/pos/stock${hrefWith("variant", variant_id ?? "")}`}
        empty={{ heading: t("stock.empty.title"), description: t("stock.empty.hint") }}
      />
      <LedgerDrawer connection={connection} names={names.data} />
    </>
  )
}
