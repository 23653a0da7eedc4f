import { DataTable } from "@medusajs/dashboard/components"
import { Container } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useListParams } from "../../hooks/use-list-params"
import { useProductLinks, useProductTitles } from "../../hooks/use-lists"
import type { Connection } from "../../lib/answers/connection"
import { Failure } from "../failure"
import { PushRuns } from "./push-runs"
import { useLinkColumns, useLinkFilters } from "./link-columns"

export const CataloguePage = ({ connection }: { connection: Connection }) => {
  const { t } = useTranslation("pos")
  const { limit, offset, filter } = useListParams()
  const links = useProductLinks({ connection_id: connection.id, limit, offset, state: filter("state") })
  const rows = links.data?.product_links ?? []
  const titles = useProductTitles(rows.map(({ product_id }) => product_id))
  const columns = useLinkColumns(titles.data, connection.time_zone)
  const filters = useLinkFilters()
  return (
    <>
      <PushRuns connection={connection} />
      <Container className="divide-y overflow-hidden p-0">
        {links.error && !links.data ? (
          <div className="px-6 py-4">
            <Failure error={links.error} onRetry={() => void links.refetch()} />
          </div>
        ) : (
          <DataTable
            heading={t("menu.catalogue")}
            subHeading={t("catalogue.hint")}
            data={rows}
            columns={columns}
            filters={filters}
            getRowId={({ id }) => id}
            rowCount={links.data?.count ?? 0}
            rowHref={({ product_id }) => `/products/${product_id}`}
            pageSize={limit}
            isLoading={links.isPending}
            enableSearch={false}
            emptyState={{
              empty: { heading: t("catalogue.empty.title"), description: t("catalogue.empty.hint") },
              filtered: { heading: t("filtered.title"), description: t("filtered.hint") },
            }}
          />
        )}
      </Container>
    </>
  )
}
