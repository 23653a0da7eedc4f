import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import type { Connection } from "../../lib/answers/connection"
import type { Payout, Transaction } from "../../lib/answers/finance"
import { Moment, Money } from "../common/figures"
import { StateBadge } from "../common/state-badge"
import { ReceiptLink } from "../receipts/receipt-link"

const column = createDataTableColumnHelper<Transaction>()

/** Columns of what moved in an account: what, when, of which receipt, and how much. */
export function useTransactionColumns({ currency_code, time_zone }: Connection) {
  const { t } = useTexts()
  return useMemo(
    () => [
      column.accessor("type", {
        header: t("transactions.type"),
        cell: ({ getValue }) => t([`transactions.types.${getValue()}`, "unknown"]),
      }),
      column.accessor("occurred_at", {
        header: t("transactions.occurredAt"),
        cell: ({ getValue }) => <Moment at={getValue()} timeZone={time_zone} />,
      }),
      column.accessor("receipt_id", {
        header: t("receipts.number"),
        cell: ({ row: { original } }) =>
          original.receipt_id ? <ReceiptLink id={original.receipt_id} number={original.purchase_number} /> : t("none"),
      }),
      column.accessor("amount", {
        header: t("receipts.amount"),
        headerAlign: "right",
        align: "right",
        cell: ({ getValue }) => <Money amount={getValue()} currency={currency_code} />,
      }),
    ],
    [t, currency_code, time_zone]
  )
}

/** Whether a payout's sales make its amount, by how much they do not, and whether it came back. */
export const PayoutState = ({ payout, currency }: { payout: Payout; currency: string }) => (
  <span className="flex items-center gap-x-2">
    <StateBadge kind="payout" state={payout.failed_at === null ? payout.state : "failed"} />
    {payout.difference !== 0 && <Money amount={payout.difference} currency={currency} />}
  </span>
)
