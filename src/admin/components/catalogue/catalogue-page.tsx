import type { DataTableRowSelectionState } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useListParams } from "../../hooks/common/use-list-params"
import { useProductLinks } from "../../hooks/catalogue/use-product-links"
import { useProductTitles } from "../../hooks/shop/use-shop-products"
import type { Connection } from "../../lib/answers/connection"
import { List } from "../common/list"
import { useLinkColumns, useLinkFilters } from "./link-columns"
import { useLinkCommands } from "./link-commands"
import { PushRuns } from "./push-runs"

export const CataloguePage = ({ connection }: { connection: Connection }) => {
  const { t } = useTranslation("pos")
  const { limit, offset, filter } = useListParams()
  const [selected, setSelected] = useState<DataTableRowSelectionState>({})
  const links = useProductLinks({ connection_id: connection.id, limit, offset, state: filter("state") })
  const rows = links.data?.product_links
  const titles = useProductTitles((rows ?? []).map(({ product_id }) => product_id))
  const columns = useLinkColumns(titles.data, connection.time_zone)
  const filters = useLinkFilters()
  const commands = useLinkCommands(connection.id, rows ?? [], () => setSelected({}))
  return (
    <>
      <PushRuns connection={connection} />
      <List
        heading={t("menu.catalogue")}
        subHeading={t("catalogue.hint")}
        query={links}
        rows={rows}
        count={links.data?.count}
        columns={columns}
        filters={filters}
        commands={commands}
        rowSelection={{ state: selected, onRowSelectionChange: setSelected }}
        rowHref={({ product_id }) => `/products/${product_id}`}
        empty={{ heading: t("catalogue.empty.title"), description: t("catalogue.empty.hint") }}
      />
    </>
  )
}
