import { createDataTableColumnHelper, Tabs } from "@medusajs/ui"
import { useMemo } from "react"
import { useSearchParams } from "react-router-dom"
import { ConnectionPage } from "../components/common/connection-page"
import { Moment, Money } from "../components/common/figures"
import { List } from "../components/common/list"
import { useTransactionColumns } from "../components/payouts/payout-columns"
import { PaymentType } from "../components/receipts/document"
import { ReceiptLink } from "../components/receipts/receipt-link"
import { useListParams } from "../hooks/common/use-list"
import { useTexts } from "../hooks/common/use-texts"
import { useTransactions } from "../hooks/finance/use-finance"
import { useUnsettled, useUnusualFees } from "../hooks/reports/use-reports"
import type { Connection } from "../lib/answers/connection"
import type { UnsettledPayment, UnusualFee } from "../lib/answers/finance"
import { formatQuantity } from "../lib/format/amounts"
import { lastDays } from "../lib/format/time"

const paymentColumn = createDataTableColumnHelper<UnsettledPayment & { id: string }>()

/** Payments that should have come to the account and have not, the oldest first. */
const UnsettledList = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const { limit, offset } = useListParams()
  const unsettled = useUnsettled({ connection_id: connection.id, limit, offset })
  const { time_zone: timeZone } = connection
  const columns = useMemo(
    () => [
      paymentColumn.accessor("receipt_id", {
        header: t("receipts.number"),
        cell: ({ row: { original } }) => <ReceiptLink id={original.receipt_id} number={original.purchase_number} />,
      }),
      paymentColumn.accessor("sold_at", {
        header: t("receipts.soldAt"),
        cell: ({ getValue }) => <Moment at={getValue()} timeZone={timeZone} />,
      }),
      paymentColumn.accessor("type", {
        header: t("receipts.kind"),
        cell: ({ getValue }) => <PaymentType type={getValue()} />,
      }),
      paymentColumn.accessor("amount", {
        header: t("receipts.amount"),
        headerAlign: "right",
        align: "right",
        cell: ({ row: { original } }) => <Money amount={original.amount} currency={original.currency_code} />,
      }),
    ],
    [t, timeZone]
  )
  return (
    <List
      heading={t("review.unsettled.title")}
      subHeading={t("unsettled.hint")}
      query={unsettled}
      rows={unsettled.data?.payments.map((payment) => ({ ...payment, id: payment.payment_uuid }))}
      counted={unsettled.data}
      columns={columns}
      empty={{ heading: t("unsettled.none") }}
    />
  )
}

/** Payments in the account that belong to no receipt of the store. */
const WithoutReceiptList = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const { limit, offset } = useListParams()
  const transactions = useTransactions({ connection_id: connection.id, without_receipt: "true", limit, offset })
  const columns = useTransactionColumns(connection)
  return (
    <List
      heading={t("review.withoutReceipt.title")}
      subHeading={t("review.withoutReceipt.hint")}
      query={transactions}
      rows={transactions.data?.account_transactions}
      counted={transactions.data}
      columns={columns}
      empty={{ heading: t("review.withoutReceipt.none") }}
    />
  )
}

const feeColumn = createDataTableColumnHelper<UnusualFee & { id: string }>()

/** The longest period that the route compares. */
const FEE_DAYS = 31

/** Payments whose fee is out of line with what is usual for their type, the furthest first. */
const UnusualFeesList = ({ connection }: { connection: Connection }) => {
  const { t, language } = useTexts()
  const { limit, offset } = useListParams()
  const fees = useUnusualFees({ connection_id: connection.id, limit, offset, ...lastDays(FEE_DAYS, new Date()) })
  const { currency_code: currency, time_zone: timeZone } = connection
  const columns = useMemo(() => {
    const money = { headerAlign: "right", align: "right" } as const
    const percent = (text: string) => t("review.fees.percent", { rate: formatQuantity(text, language) })
    return [
      feeColumn.accessor("receipt_id", {
        header: t("receipts.number"),
        cell: ({ getValue }) => <ReceiptLink id={getValue()} number={null} />,
      }),
      feeColumn.accessor("settled_at", {
        header: t("transactions.occurredAt"),
        cell: ({ getValue }) => <Moment at={getValue()} timeZone={timeZone} />,
      }),
      feeColumn.accessor("type", {
        header: t("receipts.kind"),
        cell: ({ getValue }) => <PaymentType type={getValue()} />,
      }),
      feeColumn.accessor("amount", {
        ...money,
        header: t("receipts.amount"),
        cell: ({ getValue }) => <Money amount={getValue()} currency={currency} />,
      }),
      feeColumn.accessor("fee", {
        ...money,
        header: t("settlement.fee"),
        cell: ({ getValue }) => <Money amount={getValue()} currency={currency} />,
      }),
      feeColumn.accessor("rate", {
        ...money,
        header: t("review.fees.rate"),
        cell: ({ getValue }) => percent(getValue()),
      }),
      feeColumn.accessor("usual_rate", {
        ...money,
        header: t("review.fees.usual"),
        cell: ({ getValue }) => percent(getValue()),
      }),
    ]
  }, [t, language, currency, timeZone])
  const rows = fees.data?.payments.map((payment) => ({ ...payment, id: payment.payment_uuid }))
  return (
    <List
      heading={t("review.fees.title")}
      subHeading={t("review.fees.hint")}
      query={fees}
      rows={rows}
      // The route does not count; a full page says that there may be another.
      counted={rows && { count: offset + rows.length + (rows.length === limit ? 1 : 0) }}
      columns={columns}
      empty={{ heading: t("review.fees.none") }}
    />
  )
}

const LISTS = { unsettled: UnsettledList, withoutReceipt: WithoutReceiptList, fees: UnusualFeesList } as const

const NAMES = ["unsettled", "withoutReceipt", "fees"] as const

/** Three lists of payments that do not add up; the URL says which. */
const ReviewPage = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const [search, setSearch] = useSearchParams()
  const shownList = NAMES.find((name) => name === search.get("list")) ?? "unsettled"
  const List = LISTS[shownList]
  return (
    <Tabs value={shownList} onValueChange={(list) => setSearch({ connection: connection.id, list })}>
      <Tabs.List className="mb-3 flex-wrap" aria-label={t("menu.review")}>
        {NAMES.map((name) => (
          <Tabs.Trigger key={name} value={name}>
            {t(`review.${name}.title`)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value={shownList}>
        <List connection={connection} />
      </Tabs.Content>
    </Tabs>
  )
}

/** Payments to review: unsettled, without a receipt, with an unusual fee. */
const Review = () => (
  <ConnectionPage needs="finance">
    {(connection) => <ReviewPage key={connection.id} connection={connection} />}
  </ConnectionPage>
)

export default Review
