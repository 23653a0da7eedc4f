import { useDataTableDateFilters } from "@medusajs/dashboard/hooks"
import { createDataTableColumnHelper, type DataTableFilter } from "@medusajs/ui"
import { useMemo } from "react"
import { Link } from "react-router-dom"
import { SHOWN_PAYOUT_STATES } from "../../../vocabulary/account"
import { useStateFilters } from "../../hooks/common/use-state-filters"
import { useTexts } from "../../hooks/common/use-texts"
import type { Connection } from "../../lib/answers/connection"
import type { Payout } from "../../lib/answers/finance"
import { Moment } from "../common/moment"
import { Money } from "../common/money"
import { PayoutState } from "./payout-state"

const column = createDataTableColumnHelper<Payout>()

const AMOUNTS = ["gross", "refunds", "fees", "net"] as const

export function usePayoutColumns({ currency_code, time_zone }: Connection) {
  const { t } = useTexts()
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
  const { t } = useTexts()
  const states = useStateFilters("payout", "payouts.state", SHOWN_PAYOUT_STATES)
  const [date] = useDataTableDateFilters()
  return useMemo(
    () => [...states, ...(date ? [{ ...date, id: "occurred_at", label: t("payouts.paidAt") }] : [])],
    [t, states, date]
  )
}
