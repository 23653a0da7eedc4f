import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import { useUnsettled } from "../../hooks/reports/use-reports"
import { useListParams } from "../../hooks/common/use-list-params"
import type { Connection } from "../../lib/answers/connection"
import type { UnsettledPayment } from "../../lib/answers/finance"
import { List } from "../common/list"
import { Moment } from "../common/moment"
import { Money } from "../common/money"
import { PaymentType } from "../receipts/paper-payment"
import { ReceiptLink } from "../receipts/receipt-link"

const column = createDataTableColumnHelper<UnsettledPayment & { id: string }>()

/** Payments that should have come to the account and have not, the oldest first. */
export const UnsettledList = ({ connection }: { connection: Connection }) => {
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
      empty={{ heading: t("unsettled.none"), description: t("unsettled.hint") }}
    />
  )
}
