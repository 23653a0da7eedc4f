import { createDataTableColumnHelper, type DataTableRowSelectionState, usePrompt } from "@medusajs/ui"
import { useMemo, useState } from "react"
import { useTranslation } from "react-i18next"
import { UNLISTED_REASONS } from "../../contract/catalog"
import type { FixPlace } from "../../contract/reasons"
import { findFixPlace, FixableReason, NamedProduct } from "../components/catalog/product-cells"
import { StateTabs } from "../components/catalog/state-tabs"
import { ConnectionPage } from "../components/common/connection-page"
import { List } from "../components/common/list"
import { useLinkCommands, useUnlistedProducts } from "../hooks/catalog/use-product-links"
import { useListParams } from "../hooks/common/use-list"
import { useReasonWords } from "../components/common/reason"
import { useTexts } from "../hooks/common/use-texts"
import type { Connection } from "../lib/answers/connection"
import type { UnlistedProduct } from "../lib/answers/product"

/** Where a reason is fixed that no error names. */
const PLACES: Record<string, FixPlace> = { not_selected: "connection", unpublished: "edit" }

/** What a waiting product waits for. */
const toCause = ({ push_held, state }: Connection) => {
  if (push_held) {
    return "plan"
  }
  return state === "active" ? "waiting" : "paused"
}

/** Why a product is not at the POS, and where that is fixed. */
const UnlistedReason = ({ product, connection }: { product: UnlistedProduct; connection: Connection }) => {
  const { t } = useTexts()
  const getWords = useReasonWords()
  const { product_id, reason, error } = product
  const cause = reason === "waiting" ? toCause(connection) : reason
  const isStopped = cause === "plan" || cause === "paused"
  const raw = reason === "rejected" || cause === "waiting" ? error : null
  const why = reason === "rejected" ? null : t([`unlisted.why.${cause}`, "unknown"])
  return (
    <FixableReason
      words={[why, raw === null ? null : getWords(raw)].filter((words) => words !== null).join(" ")}
      raw={raw}
      place={isStopped ? "connection" : raw === null ? PLACES[reason] : findFixPlace(raw)}
      product={{ product_id, connection_id: connection.id }}
    />
  )
}

const column = createDataTableColumnHelper<UnlistedProduct>()

/** Which product, its status in the store, and why it is not at the POS. */
function useUnlistedColumns(connection: Connection) {
  const { t } = useTexts()
  const { t: dashboardText } = useTranslation()
  return useMemo(
    () => [
      column.select(),
      column.accessor("title", {
        header: t("catalog.product"),
        cell: ({ row }) => <NamedProduct product={row.original} />,
      }),
      column.accessor("status", {
        header: t("unlisted.inStore"),
        cell: ({ getValue }) => dashboardText([`products.productStatus.${getValue()}`, "–"]),
      }),
      column.accessor("reason", {
        header: t("catalog.reason"),
        cell: ({ row }) => <UnlistedReason product={row.original} connection={connection} />,
      }),
    ],
    [t, dashboardText, connection]
  )
}

const UnlistedPage = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const prompt = usePrompt()
  const { limit, offset, q, filter } = useListParams()
  const [selected, setSelected] = useState<DataTableRowSelectionState>({})
  const reason = filter("reason")
  const unlisted = useUnlistedProducts(connection.id, { limit, offset, reason, q: q || undefined })
  const rows = unlisted.data?.unlisted_products
  const columns = useUnlistedColumns(connection)
  const mayInclude = async (productIds: string[]) => {
    const selectedRows = rows?.filter(({ product_id }) => productIds.includes(product_id)) ?? []
    return (
      selectedRows.every(({ status }) => status === "published") ||
      prompt({
        title: t("product.include"),
        description: t("unlisted.drafts"),
        confirmText: t("product.include"),
        cancelText: t("actions.cancel"),
        variant: "confirmation",
      })
    )
  }
  const commands = useLinkCommands(connection.id, rows ?? [], () => setSelected({}), mayInclude)
  return (
    <List
      heading={t("menu.unlisted")}
      subHeading={t("unlisted.hint")}
      top={
        <div className="px-6 py-4">
          <StateTabs
            field="reason"
            kind="unlisted"
            states={UNLISTED_REASONS}
            state={reason}
            counts={unlisted.data?.counts}
          />
        </div>
      }
      enableSearch
      query={unlisted}
      rows={rows}
      counted={unlisted.data}
      columns={columns}
      needs="operate"
      commands={commands}
      rowSelection={{ state: selected, onRowSelectionChange: setSelected }}
      rowHref={({ product_id }) => `/products/${product_id}`}
      empty={
        reason === undefined
          ? { heading: t("unlisted.empty.title"), description: t("unlisted.empty.hint") }
          : { heading: t("filtered.title"), description: t("filtered.hint") }
      }
    />
  )
}

/** Point of sale › Catalog › Not at the POS: all products of the store that the registers do not have, and why. */
const Unlisted = () => (
  <ConnectionPage>{(connection) => <UnlistedPage key={connection.id} connection={connection} />}</ConnectionPage>
)

export default Unlisted
