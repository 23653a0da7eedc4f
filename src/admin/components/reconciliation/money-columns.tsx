import { Link } from "react-router-dom"
import { createDataTableColumnHelper, createDataTableFilterHelper, type DataTableFilter } from "@medusajs/ui"
import { useMemo } from "react"
import {
  MONEY_DIFFERENCE_KINDS,
  MONEY_DIFFERENCE_STATES,
  type ReceiptChange,
  type ReceiptField,
} from "../../../contract/finance"
import { useStateFilters } from "../../hooks/common/use-list"
import { useTexts } from "../../hooks/common/use-texts"
import type { Discrepancy } from "../../lib/answers/finance"
import { formatDay, formatTime } from "../../lib/format/time"
import { DismissalReason } from "../common/dismiss-drawer"
import { Moment, Money } from "../common/figures"
import { Reason, Remedy } from "../common/reason"
import { StateBadge } from "../common/state-badge"
import { paymentKind } from "../../../contract/receipts"
import { formatMoney } from "../../lib/format/amounts"

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
        cell: ({ row: { original } }) => (
          <>
            <StateBadge kind="difference" state={original.state} />
            <DismissalReason reason={original.dismissal_reason} />
          </>
        ),
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

const FIELD_TEXTS: Record<ReceiptField, string> = {
  amount: "receipts.amount",
  currency_code: "connection.currency",
  sold_at: "receipts.soldAt",
  purchase_number: "receipts.number",
  cashier: "receipts.cashier",
  sale: "receipts.sale",
  lines: "fetch.lines",
  payments: "orderReceipt.payments",
}

/** The fields of a receipt that differ: the store's value, and the POS's value that a fix writes. */
const ReceiptVersions = (props: { changes: ReceiptChange[]; currency: string; timeZone: string | null }) => {
  const { t, language } = useTexts()
  const money = (amount: number) => formatMoney(amount, props.currency, language)
  const write = (field: ReceiptField, value: ReceiptChange["store"]): string => {
    if (value === null) {
      return t("none")
    }
    if (typeof value === "number") {
      return field === "amount" ? money(value) : String(value)
    }
    if (typeof value === "string") {
      return field === "sold_at" ? formatTime(value, language, props.timeZone) : value
    }
    const getName = (label: string) =>
      field === "payments" ? t([`payments.${paymentKind(label)}`, "payments.CUSTOM"]) : label
    return value.map(({ label, amount }) => `${getName(label)} ${money(amount)}`).join(", ") || t("none")
  }
  return (
    <ul className="text-ui-fg-subtle min-w-64 whitespace-normal">
      {props.changes.map(({ field, store, pos }) => (
        <li key={field}>
          {t(FIELD_TEXTS[field])}: {t("held.arrow", { before: write(field, store), after: write(field, pos) })}
        </li>
      ))}
    </ul>
  )
}
