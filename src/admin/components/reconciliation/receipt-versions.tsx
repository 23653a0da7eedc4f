import type { ReceiptChange, ReceiptField } from "../../../contract/finance"
import { paymentKind } from "../../../contract/receipts"
import { useTexts } from "../../hooks/common/use-texts"
import { formatMoney } from "../../lib/format/amounts"
import { formatTime } from "../../lib/format/time"

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
export const ReceiptVersions = (props: { changes: ReceiptChange[]; currency: string; timeZone: string | null }) => {
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
    const nameOf = (label: string) =>
      field === "payments" ? t([`payments.${paymentKind(label)}`, "payments.CUSTOM"]) : label
    return value.map(({ label, amount }) => `${nameOf(label)} ${money(amount)}`).join(", ") || t("none")
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
