import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"
import { Link } from "react-router-dom"
import { PRODUCT_CANDIDATE_STATES } from "../../../vocabulary/product-candidate"
import { useStateFilters } from "../../hooks/common/use-state-filters"
import { useTexts } from "../../hooks/common/use-texts"
import type { Candidate } from "../../lib/answers/candidate"
import type { Connection } from "../../lib/answers/connection"
import { Moment } from "../common/moment"
import { Money } from "../common/money"
import { ReasonOrNone } from "../common/reason-or-none"
import { StateBadge } from "../common/state-badge"
import { CandidateActions } from "./candidate-actions"

const column = createDataTableColumnHelper<Candidate>()

/** Which product of the counter, what it costs there, what of the shop it may be, and what is to become of it. */
export function useCandidateColumns({ id, time_zone }: Connection) {
  const { t } = useTexts()
  return useMemo(
    () => [
      column.select(),
      column.accessor("name", {
        header: t("catalogue.product"),
        cell: ({ row: { original } }) =>
          original.product_id ? (
            <Link to={`/products/${original.product_id}`} className="block max-w-72 truncate underline">
              {original.name}
            </Link>
          ) : (
            <span className="block max-w-72 truncate">{original.name}</span>
          ),
      }),
      column.accessor("variants", {
        header: t("fields.price"),
        cell: ({ getValue }) => {
          const [first] = getValue()
          return first?.price !== null && first?.price !== undefined && first.currency_code ? (
            <Money amount={first.price} currency={first.currency_code} />
          ) : (
            t("none")
          )
        },
      }),
      column.accessor("state", {
        header: t("catalogue.state"),
        cell: ({ getValue }) => <StateBadge of="candidate" state={getValue()} />,
      }),
      column.accessor("reason", {
        header: t("catalogue.reason"),
        cell: ({ getValue }) => (
          <div className="max-w-80 whitespace-normal">
            <ReasonOrNone text={getValue()} />
          </div>
        ),
      }),
      column.accessor("found_at", {
        header: t("stock.foundAt"),
        cell: ({ getValue }) => <Moment at={getValue()} timeZone={time_zone} />,
      }),
      column.display({
        id: "actions",
        header: t("candidates.decide"),
        cell: ({ row }) => <CandidateActions candidate={row.original} connectionId={id} />,
      }),
    ],
    [t, id, time_zone]
  )
}

export const useCandidateFilters = () => useStateFilters("candidate", "catalogue.state", PRODUCT_CANDIDATE_STATES)
