import { createDataTableColumnHelper, createDataTableFilterHelper, type DataTableFilter } from "@medusajs/ui"
import { useMemo } from "react"
import { Link } from "react-router-dom"
import { defineRouteConfig } from "@medusajs/admin-sdk"
import { RECEIPT_STATES } from "../../../../contract/receipts"
import { ConnectionPage } from "../../../components/common/connection-page"
import { Crumb } from "../../../components/common/crumb"
import { Moment, Money } from "../../../components/common/figures"
import { List } from "../../../components/common/list"
import { ReceiptState } from "../../../components/receipts/receipt-link"
import { useDateFilter } from "../../../hooks/common/use-date-filter"
import { useListParams, useStateFilters } from "../../../hooks/common/use-list"
import { useTexts } from "../../../hooks/common/use-texts"
import { useReceipts } from "../../../hooks/receipts/use-receipts"
import type { Connection } from "../../../lib/answers/connection"
import type { Receipt } from "../../../lib/answers/receipt"

const column = createDataTableColumnHelper<Receipt>()

function useReceiptColumns(timeZone: string | null) {
  const { t } = useTexts()
  return useMemo(
    () => [
      column.accessor("purchase_number", {
        header: t("receipts.number"),
        cell: ({ row: { original: receipt } }) => (
          <Link to={`/pos/receipts/${receipt.id}`} className="text-ui-fg-base">
            {receipt.purchase_number ?? receipt.purchase_uuid.slice(0, 8)}
          </Link>
        ),
      }),
      column.accessor("sold_at", {
        header: t("receipts.soldAt"),
        cell: ({ getValue }) => <Moment at={getValue()} timeZone={timeZone} />,
      }),
      column.accessor("cashier", {
        header: t("receipts.cashier"),
        cell: ({ getValue }) => <span className="block max-w-40 truncate">{getValue() ?? t("none")}</span>,
      }),
      column.display({
        id: "state",
        header: t("receipts.state"),
        cell: ({ row }) => <ReceiptState receipt={row.original} />,
      }),
      column.accessor("order_id", {
        header: t("receipts.order"),
        cell: ({ getValue }) => {
          const orderId = getValue()
          return orderId ? (
            <Link
              to={`/orders/${orderId}`}
              className="text-ui-fg-base underline"
              onClick={(event) => event.stopPropagation()}
            >
              {t("receipts.openOrder")}
            </Link>
          ) : (
            t("none")
          )
        },
      }),
      column.accessor("amount", {
        header: t("receipts.amount"),
        headerAlign: "right",
        align: "right",
        cell: ({ row: { original } }) => <Money amount={original.amount} currency={original.currency_code} />,
      }),
    ],
    [t, timeZone]
  )
}

const filter = createDataTableFilterHelper<Receipt>()

function useReceiptFilters(): DataTableFilter[] {
  const { t } = useTexts()
  const states = useStateFilters("receipt", "receipts.state", RECEIPT_STATES)
  const date = useDateFilter("sold_at", "receipts.soldAt")
  return useMemo(
    () => [
      filter.accessor("refund", {
        type: "radio",
        label: t("receipts.kind"),
        options: [
          { label: t("receipts.sale"), value: "false" },
          { label: t("receipts.refund"), value: "true" },
        ],
      }),
      ...states,
      date,
    ],
    [t, states, date]
  )
}

const NUMBER = /^\d{1,9}$/

const ReceiptsPage = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const { limit, offset, q, filter, range } = useListParams()
  const sold = range("sold_at")
  const receipts = useReceipts({
    connection_id: connection.id,
    limit,
    offset,
    // A search for words finds nothing: receipts are found by number, or by the UUID the POS gave them.
    ...(q === "" ? {} : NUMBER.test(q) ? { purchase_number: Number(q) } : { purchase_uuid: q }),
    state: filter("state"),
    refund: filter("refund"),
    sold_from: sold.from,
    sold_to: sold.to,
  })
  const columns = useReceiptColumns(connection.time_zone)
  const filters = useReceiptFilters()
  return (
    <List
      heading={t("menu.receipts")}
      subHeading={t("receipts.hint")}
      query={receipts}
      rows={receipts.data?.receipts}
      counted={receipts.data}
      columns={columns}
      filters={filters}
      enableSearch
      rowHref={({ id }) => `/pos/receipts/${id}`}
      empty={{ heading: t("receipts.empty.title"), description: t("receipts.empty.hint") }}
    />
  )
}

/** Point of sale › Receipts: everything that was sold and refunded over the POS. */
const Receipts = () => (
  <ConnectionPage>{(connection) => <ReceiptsPage key={connection.id} connection={connection} />}</ConnectionPage>
)

export const config = defineRouteConfig({ label: "menu.receipts", translationNs: "pos", rank: 2 })

export const handle = { breadcrumb: () => <Crumb name="receipts" /> }

export default Receipts
