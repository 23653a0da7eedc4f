import { createDataTableColumnHelper, createDataTableFilterHelper, type DataTableFilter } from "@medusajs/ui"
import { Fragment, useMemo } from "react"
import { Link } from "react-router-dom"
import { PAYMENT_MEANS, type PaymentMeans, RECEIPT_STATES } from "../../contract/receipts"
import { ConnectionPage } from "../components/common/connection-page"
import { Moment, Money } from "../components/common/figures"
import { List } from "../components/common/list"
import { PaymentType } from "../components/receipts/document"
import { ReceiptState } from "../components/receipts/receipt-link"
import { type ListQuery, useDateFilter, useListParams, useStateFilters } from "../hooks/common/use-list"
import { useTexts } from "../hooks/common/use-texts"
import { type Receipt, useCashiers, useReceipts } from "../hooks/receipts/use-receipts"
import type { Connection } from "../lib/answers/connection"

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
      column.accessor("payment_types", {
        header: t("receipts.payment"),
        cell: ({ getValue }) => (
          <span className="block max-w-40 truncate">
            {getValue().length === 0 && t("none")}
            {getValue().map((type, index) => (
              <Fragment key={type}>
                {index > 0 && ", "}
                <PaymentType type={type} />
              </Fragment>
            ))}
          </span>
        ),
      }),
      column.accessor("vat_amount", {
        header: t("receipts.vat"),
        headerAlign: "right",
        align: "right",
        cell: ({ row: { original } }) =>
          original.vat_amount === null ? (
            t("none")
          ) : (
            <Money amount={original.vat_amount} currency={original.currency_code} />
          ),
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

/** Payment methods in the words of receipts. */
const MEANS_TEXTS: Record<PaymentMeans, string> = {
  card: "payments.CARD",
  cash: "payments.CASH",
  "gift-card": "payments.GIFTCARD",
  invoice: "payments.INVOICE",
  wallet: "payments.WALLET",
  "pay-later": "payments.DEFERRED_PAY",
  other: "payments.CUSTOM",
}

function useReceiptFilters(connectionId: string): DataTableFilter[] {
  const { t } = useTexts()
  const { data: cashiers } = useCashiers(connectionId)
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
      filter.accessor("payment_types", {
        type: "radio",
        label: t("receipts.payment"),
        options: PAYMENT_MEANS.map((value) => ({ label: t(MEANS_TEXTS[value]), value })),
      }),
      ...(cashiers && cashiers.length > 0
        ? [
            filter.accessor("cashier", {
              type: "radio",
              label: t("receipts.cashier"),
              options: cashiers.map((name) => ({ label: name, value: name })),
            }),
          ]
        : []),
      date,
    ],
    [t, states, cashiers, date]
  )
}

const NUMBER = /^\d{1,9}$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A search is for the number of a receipt, for the UUID that the POS gave it, or else for a product that it has. */
function toSearch(q: string): ListQuery {
  if (q === "") {
    return {}
  }
  if (NUMBER.test(q)) {
    return { purchase_number: Number(q) }
  }
  return UUID.test(q) ? { purchase_uuid: q } : { product: q }
}

const ReceiptsPage = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const { limit, offset, q, filter, range } = useListParams()
  const sold = range("sold_at")
  const receipts = useReceipts({
    connection_id: connection.id,
    limit,
    offset,
    ...toSearch(q),
    state: filter("state"),
    refund: filter("refund"),
    payment: filter("payment_types"),
    cashier: filter("cashier"),
    sold_from: sold.from,
    sold_to: sold.to,
  })
  const columns = useReceiptColumns(connection.time_zone)
  const filters = useReceiptFilters(connection.id)
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

export default Receipts
