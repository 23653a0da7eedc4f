import type { DataTableRowSelectionState } from "@medusajs/ui"
import { useState } from "react"
import { useListParams } from "../../hooks/common/use-list-params"
import { useTexts } from "../../hooks/common/use-texts"
import { useToasts } from "../../hooks/common/use-toasts"
import { useMoneyDifferences } from "../../hooks/money/use-money"
import { useCheckMoney } from "../../hooks/runs/use-start-run"
import type { Connection } from "../../lib/answers/connection"
import { List } from "../common/list"
import { useMoneyColumns, useMoneyFilters } from "./money-columns"
import { useMoneyCommands } from "./money-commands"

export const MoneyPage = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const { limit, offset, filter } = useListParams()
  const [selected, setSelected] = useState<DataTableRowSelectionState>({})
  const state = filter("state") ?? "open"
  const differences = useMoneyDifferences({
    connection_id: connection.id,
    ...{ limit, offset, state, kind: filter("kind") },
  })
  const columns = useMoneyColumns(connection.time_zone)
  const filters = useMoneyFilters()
  const commands = useMoneyCommands(connection.id, () => setSelected({}))
  const check = useCheckMoney(connection.id)
  const compare = () =>
    check.mutate(undefined, { onSuccess: () => toasts.succeeded(t("money.comparing")), onError: toasts.failed })
  return (
    <List
      heading={t("menu.money")}
      subHeading={t("money.hint")}
      query={differences}
      rows={differences.data?.money_differences}
      counted={differences.data}
      columns={columns}
      filters={filters}
      commands={commands}
      rowSelection={{ state: selected, onRowSelectionChange: setSelected }}
      action={{ label: t("money.compare"), onClick: compare }}
      empty={{ heading: t("money.empty.title"), description: t("money.empty.hint") }}
    />
  )
}
