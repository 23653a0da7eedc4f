import type { DataTableRowSelectionState } from "@medusajs/ui"
import { useState } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import { useLinkCounts } from "../../hooks/catalogue/use-matching"
import { useListParams } from "../../hooks/common/use-list-params"
import { useProductLinks } from "../../hooks/catalogue/use-product-links"
import type { Connection } from "../../lib/answers/connection"
import { List } from "../common/list"
import { ChangeAll } from "./change-all"
import { useLinkColumns } from "./link-columns"
import { useLinkCommands } from "./link-commands"
import { PushRuns } from "./push-runs"
import { StateTabs } from "./state-tabs"

export const CataloguePage = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const { limit, offset, order, q, filter } = useListParams()
  const [selected, setSelected] = useState<DataTableRowSelectionState>({})
  const state = filter("state")
  const searched = { connection_id: connection.id, ...(q === "" ? {} : { q }) }
  const matching = { ...searched, ...(state === undefined ? {} : { state }) }
  const links = useProductLinks({ ...matching, ...(order ? { order } : {}), limit, offset, sides: "true" })
  const counts = useLinkCounts(searched)
  const rows = links.data?.product_links
  const columns = useLinkColumns(connection)
  const commands = useLinkCommands(connection.id, rows ?? [], () => setSelected({}))
  const nothingMatches = { heading: t("filtered.title"), description: t("catalogue.nothing") }
  return (
    <>
      <PushRuns connection={connection} />
      <List
        heading={t("menu.catalogue")}
        subHeading={t("catalogue.hint")}
        top={
          <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
            <StateTabs state={state} counts={counts.data} />
            <ChangeAll matching={matching} />
          </div>
        }
        enableSearch
        query={links}
        rows={rows}
        counted={links.data}
        columns={columns}
        commands={commands}
        rowSelection={{ state: selected, onRowSelectionChange: setSelected }}
        rowHref={({ product_id }) => `/products/${product_id}`}
        empty={
          state === undefined
            ? { heading: t("catalogue.empty.title"), description: t("catalogue.empty.hint") }
            : nothingMatches
        }
        filtered={nothingMatches}
      />
    </>
  )
}
