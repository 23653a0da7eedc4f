import { useDataTableDateFilters } from "@medusajs/dashboard/hooks"
import { createDataTableColumnHelper, createDataTableFilterHelper, type DataTableFilter } from "@medusajs/ui"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { Connection } from "../../lib/answers/connection"
import type { Payout } from "../../lib/answers/finance"
import { Moment } from "../moment"
import { Money } from "../money"
import { PayoutState } from "./payout-state"

const column = createDataTableColumnHelper<Payout>()
const filter = createDataTableFilterHelper<Payout>()

const AMOUNTS = ["gross", "refunds", "fees", "net"] as const

export function usePayoutColumns({ currency_code, time_zone }: Connection) {
  const { t } = useTranslation("pos")
  return useMemo(
    () => [
      column.accessor("occurred_at", {
        header: t("payouts.paidAt"),
        cell: ({ row, getValue }) => (
          <Link to={`/pos/payouts/${row.original.id}`} className="text-ui-fg-base">
            <Moment at={getValue()} timeZone={time_zone} />
          </Link>
        ),
      }),
      column.display({
        id: "state",
        header: t("payouts.state"),
        cell: ({ row }) => <PayoutState payout={row.original} currency={currency_code} />,
      }),
      ...AMOUNTS.map((name) =>
        column.accessor(name, {
          header: t(`payouts.${name}`),
          headerAlign: "right",
          align: "right",
          cell: ({ getValue }) => <Money amount={getValue()} currency={currency_code} />,
        })
      ),
    ],
    [t, currency_code, time_zone]
  )
}

export function usePayoutFilters(): DataTableFilter[] {
  const { t } = useTranslation("pos")
  const [date] = useDataTableDateFilters()
  return useMemo(
    () => [
      filter.accessor("state", {
        type: "radio",
        label: t("payouts.state"),
        options: ["closed", "difference", "failed"].map((value) => ({ label: t(`states.payout.${value}`), value })),
      }),
      ...(date ? [{ ...date, id: "occurred_at", label: t("payouts.paidAt") }] : []),
    ],
    [t, date]
  )
}
