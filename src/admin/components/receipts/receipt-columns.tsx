import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"
import { Link } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"
import type { Receipt } from "../../lib/answers/receipt"
import { Moment } from "../common/moment"
import { Money } from "../common/money"
import { ReceiptState } from "./receipt-state"

const column = createDataTableColumnHelper<Receipt>()

export function useReceiptColumns(timeZone: string | null) {
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
