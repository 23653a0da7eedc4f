import type { ReceiptSheet, SheetPayment, SheetRow } from "../../translate/receipt-sheet"
import { paymentKind } from "../../vocabulary/payment-kind"
import { openSheet, type SheetLine } from "../pdf/open-sheet"
import type { PaperFormats } from "./paper-formats"
import { fill, type PaperWords, wordFor } from "./paper-words"

/** A receipt with whatever is printed of it; amounts in minor units. `sheet` null: its rows cannot be read. */
export type PrintedReceipt = {
  shop: string
  number: number | null
  refund: boolean
  /** the numbers of the receipts that it refunds */
  refunds: number[]
  soldAt: Date
  cashier: string | null
  amount: number
  currencyCode: string
  sheet: ReceiptSheet | null
}

/** In which way it is printed. `font`: as `openSheet` has it. */
export type PrintedHow = {
  language: string
  words: PaperWords
  formats: PaperFormats
  font: string | null
  /** whether its reader shows the dialogue for printing */
  print: boolean
}

/** A receipt as a PDF, piece by piece: the service's own figures, whatever the order says. */
export function receiptPdf(receipt: PrintedReceipt, how: PrintedHow): AsyncIterable<Buffer> {
  const { words, formats } = how
  const title = fill(receipt.refund ? words.refundNumber : words.receiptNumber, { number: receipt.number ?? "–" })
  const page = openSheet({ title, author: receipt.shop, font: how.font, language: how.language })
  page.text(receipt.shop, 18)
  page.text(title, 13)
  receipt.refunds.forEach((number) => page.text(`${words.refundOf}: ${number}`))
  page.text(formats.moment(receipt.soldAt))
  if (receipt.cashier) {
    page.text(fill(words.servedBy, { name: receipt.cashier }))
  }
  page.gap()
  const total: SheetLine = [`${words.total} ${receipt.currencyCode.toUpperCase()}`, formats.money(receipt.amount)]
  if (receipt.sheet === null) {
    page.line([words.unreadable, total[1]])
  } else {
    const { sheet } = receipt
    const { rows, payments, rounding } = sheet
    rows.forEach((row) => {
      const { line, below } = rowLines(row, how)
      page.line(line)
      below.forEach((text) => page.text(text, SMALL))
    })
    extrasOf(sheet, how).forEach((line) => page.line(line))
    page.gap()
    page.line(total, 13)
    if (!sheet.tax_is_added) {
      taxesOf(sheet, how).forEach((line) => page.line(line))
    }
    page.gap()
    payments.flatMap((payment) => paymentLines(payment, sheet.tip !== 0, how)).forEach((line) => page.line(line))
    if (rounding !== 0) {
      page.line([words.rounding, formats.money(rounding)])
    }
  }
  if (how.print) {
    page.askToPrint()
  }
  return page.end()
}

const SMALL = 8

function rowLines(row: SheetRow, { words, formats }: PrintedHow): { line: SheetLine; below: string[] } {
  const name = [row.name ?? wordFor(words.rows, row.type), row.variant_name].filter(Boolean).join(", ")
  const quantity = `${formats.decimal(row.quantity)} ${row.unit_name ?? "×"} ${formats.money(row.unit_price)}`
  const discount = row.discount === 0 ? "" : `, ${words.discount} ${formats.money(0 - row.discount)}`
  const comment = row.comment ? [row.comment] : []
  return { line: [name, formats.money(row.amount)], below: [quantity + discount, ...comment] }
}

/**
 * Beside the rows: discounts on the whole receipt, a service charge, a tip, taxes on top, and what is left for all of it to
 * add up to the total.
 */
function extrasOf(sheet: ReceiptSheet, how: PrintedHow): SheetLine[] {
  const { discounts, service_charge, tip, tax_is_added, difference } = sheet
  const { words, formats } = how
  return [
    ...discounts.map(({ name, amount, percentage }): SheetLine => [
      `${name ?? words.discount}${percentage === null ? "" : ` ${formats.decimal(String(percentage))} %`}`,
      amount === null ? "" : formats.money(0 - amount),
    ]),
    ...(service_charge
      ? [[service_charge.title ?? words.serviceCharge, formats.money(service_charge.amount)] satisfies SheetLine]
      : []),
    ...(tip === 0 ? [] : [[words.tipLine, formats.money(tip)] satisfies SheetLine]),
    ...(tax_is_added ? taxesOf(sheet, how) : []),
    ...(difference === 0 ? [] : [[words.difference, formats.money(difference)] satisfies SheetLine]),
  ]
}

const taxesOf = ({ tax_by_rate, tax_is_added }: ReceiptSheet, { words, formats }: PrintedHow): SheetLine[] =>
  tax_by_rate
    .filter(({ percentage, amount }) => percentage !== null || amount !== 0)
    .map(({ percentage, amount }) => [
      percentage === null
        ? words[tax_is_added ? "addedTaxWithoutRate" : "taxWithoutRate"]
        : fill(words[tax_is_added ? "addedTaxAt" : "taxAt"], { percentage: formats.decimal(percentage) }),
      formats.money(amount),
    ])

/** @param isTipInTotal a tip that is a line above the total is printed there */
function paymentLines(payment: SheetPayment, isTipInTotal: boolean, { words, formats }: PrintedHow): SheetLine[] {
  const kind = wordFor(words.payments, paymentKind(payment.type))
  const card = [payment.card_type, payment.card_digits && `···· ${payment.card_digits}`].filter(Boolean)
  return [
    [[kind, ...card].join(" "), formats.money(payment.amount)],
    ...(payment.tip && !isTipInTotal ? [[words.tip, formats.money(payment.tip)] satisfies SheetLine] : []),
  ]
}
