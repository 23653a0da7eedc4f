import { Link } from "react-router-dom"
import { createDataTableColumnHelper, createDataTableFilterHelper, type DataTableFilter } from "@medusajs/ui"
import { useMemo } from "react"
import { MONEY_DIFFERENCE_KINDS, MONEY_DIFFERENCE_STATES } from "../../../contract/finance"
import { useStateFilters } from "../../hooks/common/use-list"
import { useTexts } from "../../hooks/common/use-texts"
import type { Discrepancy } from "../../lib/answers/finance"
import { formatDay } from "../../lib/format/time"
import { Moment, Money } from "../common/figures"
import { Reason, Remedy } from "../common/reason"
import { StateBadge } from "../common/state-badge"
import { ReceiptVersions } from "./receipt-versions"

/** What differs, with a link to its page: a receipt, a day, a payout. */
const MoneySubject = ({ difference, timeZone }: { difference: Discrepancy; timeZone: string | null }) => {
  const { t, language } = useTexts()
  const { kind, subject, receipt_id, failure, changes } = difference
  const name = t([`money.kinds.${kind}`, "unknown"])
  const path = kind === "payout" ? `/pos/payouts/${subject}` : receipt_id ? `/pos/receipts/${receipt_id}` : null
  return (
    <div className="max-w-72">
      {path ? (
        <Link className="text-ui-fg-base underline" to={path}>
          {name}
        </Link>
      ) : (
        <span>
          {name}
          {kind === "purchases" && `: ${formatDay(subject, language)}`}
        </span>
      )}
      {changes && <ReceiptVersions changes={changes} currency={difference.currency_code} timeZone={timeZone} />}
      {failure && (
        <div className="text-ui-fg-error break-words whitespace-normal">
          <Reason text={failure} />
        </div>
      )}
    </div>
  )
}

const column = createDataTableColumnHelper<Discrepancy>()
const filter = createDataTableFilterHelper<Discrepancy>()

const SIDES = [
  { amount: "expected", count: "expected_count" },
  { amount: "found", count: "found_count" },
] as const

export function useMoneyColumns(timeZone: string | null) {
  const { t } = useTexts()
  return useMemo(
    () => [
      column.select(),
      column.accessor("kind", {
        header: t("money.what"),
        cell: ({ row }) => <MoneySubject difference={row.original} timeZone={timeZone} />,
      }),
      column.accessor("cause", {
        header: t("money.cause"),
        cell: ({ getValue }) => (
          <>
            {t([`money.causes.${getValue()}`, "unknown"])}
            <Remedy>{t(`remedies.money.${getValue()}`, { defaultValue: "" })}</Remedy>
          </>
        ),
      }),
      ...SIDES.map((side) =>
        column.accessor(side.amount, {
          header: t(`money.${side.amount}`),
          headerAlign: "right",
          align: "right",
          cell: ({ row: { original } }) => {
            const [amount, count] = [original[side.amount], original[side.count]]
            return amount === null ? (
              t("none")
            ) : (
              <span>
                <Money amount={amount} currency={original.currency_code} />
                {count !== null && ` (${count})`}
              </span>
            )
          },
        })
      ),
      column.accessor("state", {
        header: t("money.state"),
        cell: ({ getValue }) => <StateBadge kind="difference" state={getValue()} />,
      }),
      column.accessor("found_at", {
        header: t("money.foundAt"),
        cell: ({ getValue }) => <Moment at={getValue()} timeZone={timeZone} />,
      }),
    ],
    [t, timeZone]
  )
}

export function useMoneyFilters(): DataTableFilter[] {
  const { t } = useTexts()
  const states = useStateFilters("difference", "money.state", MONEY_DIFFERENCE_STATES)
  return useMemo(
    () => [
      ...states,
      filter.accessor("kind", {
        type: "radio",
        label: t("money.what"),
        options: MONEY_DIFFERENCE_KINDS.map((value) => ({ label: t(`money.kinds.${value}`), value })),
      }),
    ],
    [t, states]
  )
}
