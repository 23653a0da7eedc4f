import type { DataTableRowSelectionState } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useHrefWith } from "../../hooks/use-href-with"
import { useListParams } from "../../hooks/use-list-params"
import { useDifferences, useReconcile, useVariantNames } from "../../hooks/use-stock"
import { useTold } from "../../hooks/use-told"
import type { Connection } from "../../lib/answers/connection"
import { List } from "../list"
import { useDifferenceColumns, useDifferenceFilters } from "./difference-columns"
import { useDifferenceCommands } from "./difference-commands"
import { LedgerDrawer } from "./ledger-drawer"

export const StockPage = ({ connection }: { connection: Connection }) => {
  const { t } = useTranslation("pos")
  const told = useTold()
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
    reconcile.mutate(undefined, { onSuccess: () => told.succeeded(t("stock.comparing")), onError: told.failed })
  return (
    <>
      <List
        heading={t("menu.stock")}
        subHeading={t("stock.hint")}
        query={differences}
        rows={rows}
        count={differences.data?.count}
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
