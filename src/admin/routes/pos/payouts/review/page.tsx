import { createDataTableColumnHelper, Tabs } from "@medusajs/ui"
import { useMemo } from "react"
import { useSearchParams } from "react-router-dom"
import { ConnectionPage } from "../../../../components/common/connection-page"
import { Crumb } from "../../../../components/common/crumb"
import { Moment, Money } from "../../../../components/common/figures"
import { List } from "../../../../components/common/list"
import { useTransactionColumns } from "../../../../components/payouts/transaction-columns"
import { PaymentType } from "../../../../components/receipts/document"
import { ReceiptLink } from "../../../../components/receipts/receipt-link"
import { UnusualFeesList } from "../../../../components/review/unusual-fees-list"
import { useListParams } from "../../../../hooks/common/use-list"
import { useTexts } from "../../../../hooks/common/use-texts"
import { useTransactions } from "../../../../hooks/finance/use-finance"
import { useUnsettled } from "../../../../hooks/reports/use-reports"
import type { Connection } from "../../../../lib/answers/connection"
import type { UnsettledPayment } from "../../../../lib/answers/finance"

const column = createDataTableColumnHelper<UnsettledPayment & { id: string }>()

/** Payments that should have come to the account and have not, the oldest first. */
const UnsettledList = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const { limit, offset } = useListParams()
  const unsettled = useUnsettled({ connection_id: connection.id, limit, offset })
  const { time_zone: timeZone } = connection
  const columns = useMemo(
    () => [
      column.accessor("receipt_id", {
        header: t("receipts.number"),
        cell: ({ row: { original } }) => <ReceiptLink id={original.receipt_id} number={original.purchase_number} />,
      }),
      column.accessor("sold_at", {
        header: t("receipts.soldAt"),
        cell: ({ getValue }) => <Moment at={getValue()} timeZone={timeZone} />,
      }),
      column.accessor("type", {
        header: t("receipts.kind"),
        cell: ({ getValue }) => <PaymentType type={getValue()} />,
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

const LISTS = { unsettled: UnsettledList, withoutReceipt: WithoutReceiptList, fees: UnusualFeesList } as const

const NAMES = ["unsettled", "withoutReceipt", "fees"] as const

/** Three lists of payments that do not add up; the URL says which. */
const ReviewPage = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const [search, setSearch] = useSearchParams()
  const shown = NAMES.find((name) => name === search.get("list")) ?? "unsettled"
  const List = LISTS[shown]
  return (
    <Tabs value={shown} onValueChange={(list) => setSearch({ connection: connection.id, list })}>
      <Tabs.List className="mb-3 flex-wrap" aria-label={t("menu.review")}>
        {NAMES.map((name) => (
          <Tabs.Trigger key={name} value={name}>
            {t(`review.${name}.title`)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value={shown}>
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

export const handle = { breadcrumb: () => <Crumb name="review" /> }

export default Review
