import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import { useUnusualFees } from "../../hooks/reports/use-reports"
import { useListParams } from "../../hooks/common/use-list"
import type { Connection } from "../../lib/answers/connection"
import type { UnusualFee } from "../../lib/answers/finance"
import { formatQuantity } from "../../lib/format/amounts"
import { lastDays } from "../../lib/format/time"
import { List } from "../common/list"
import { Moment, Money } from "../common/figures"
import { PaymentType } from "../receipts/document"
import { ReceiptLink } from "../receipts/receipt-link"

const column = createDataTableColumnHelper<UnusualFee & { id: string }>()

/** The longest period that the route compares. */
const DAYS = 31

/** Payments whose fee is out of line with what is usual for their type, the furthest first. */
export const UnusualFeesList = ({ connection }: { connection: Connection }) => {
  const { t, language } = useTexts()
  const { limit, offset } = useListParams()
  const fees = useUnusualFees({ connection_id: connection.id, limit, offset, ...lastDays(DAYS, new Date()) })
  const { currency_code: currency, time_zone: timeZone } = connection
  const columns = useMemo(() => {
    const money = { headerAlign: "right", align: "right" } as const
    const percent = (text: string) => t("review.fees.percent", { rate: formatQuantity(text, language) })
    return [
      column.accessor("receipt_id", {
        header: t("receipts.number"),
        cell: ({ getValue }) => <ReceiptLink id={getValue()} number={null} />,
      }),
      column.accessor("settled_at", {
        header: t("transactions.occurredAt"),
        cell: ({ getValue }) => <Moment at={getValue()} timeZone={timeZone} />,
      }),
      column.accessor("type", {
        header: t("receipts.kind"),
        cell: ({ getValue }) => <PaymentType type={getValue()} />,
      }),
      column.accessor("amount", {
        ...money,
        header: t("receipts.amount"),
        cell: ({ getValue }) => <Money amount={getValue()} currency={currency} />,
      }),
      column.accessor("fee", {
        ...money,
        header: t("settlement.fee"),
        cell: ({ getValue }) => <Money amount={getValue()} currency={currency} />,
      }),
      column.accessor("rate", { ...money, header: t("review.fees.rate"), cell: ({ getValue }) => percent(getValue()) }),
      column.accessor("usual_rate", {
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
