import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { fill, type Language } from "../../contract/languages"
import { getPaymentName } from "../../contract/providers"
import { getLocale, languageOfCountry, paymentKind } from "../../contract/receipts"
import { POS_MODULE } from "../../modules/pos"
import type { Sql } from "../../modules/pos/database/sql"
import { currencyDigits, toMajorUnits } from "../../money/money"
import { getMerchantDetails } from "../../modules/pos/connection-record"
import { knownTimeZone } from "../../modules/pos/organization-time"
import { openSheet, type SheetLine } from "../../documents/pdf"
import { merchantLines, type ReceiptSheet, readReceiptSheet, type SheetPayment, type SheetRow } from "./rules"
import da from "./words/da.json"
import de from "./words/de.json"
import en from "./words/en.json"
import es from "./words/es.json"
import fi from "./words/fi.json"
import fr from "./words/fr.json"
import it from "./words/it.json"
import nb from "./words/nb.json"
import nl from "./words/nl.json"
import pt from "./words/pt.json"
import sv from "./words/sv.json"

type DocumentTexts = typeof en

type Translation = Partial<Omit<DocumentTexts, "rows" | "payments">> & {
  rows?: Partial<DocumentTexts["rows"]>
  payments?: Partial<DocumentTexts["payments"]>
}

const TRANSLATIONS: Partial<Record<Language, Translation>> = { da, de, es, fi, fr, it, nb, nl, pt, sv }

/** Fills in the English texts that a translation lacks. */
export const completeTexts = ({ rows, payments, ...texts }: Translation): DocumentTexts => ({
  ...en,
  ...texts,
  rows: { ...en.rows, ...rows },
  payments: { ...en.payments, ...payments },
})

/**
 * Returns the texts of a receipt document in a language. They are those of the admin (a test compares them), without a
 * dependency on the admin.
 */
export const getDocumentTexts = (language: Language): DocumentTexts => completeTexts(TRANSLATIONS[language] ?? {})

/** The text for a key that the POS sent, or the key itself. */
const wordFor = (words: Record<string, string>, key: string): string =>
  Object.hasOwn(words, key) ? (words[key] ?? key) : key

export type DocumentOptions = {
  /** default: the language of the organization's country */
  language?: Language | undefined
  /** whether the PDF viewer opens its print dialog */
  print?: boolean | undefined
  /** whether the cashier's name is printed; default: it is */
  withCashier?: boolean | undefined
}

/**
 * Renders a receipt as a PDF for the customer. It is not stored, because personal data in it could not be erased with
 * the receipt.
 * @throws RecordNotFoundError
 */
export async function renderReceipt(
  container: MedusaContainer,
  receiptId: string,
  choices: DocumentOptions
): Promise<{ filename: string; content: Buffer }> {
  const pos = container.resolve(POS_MODULE)
  const receipt = await pos.findReceipt(receiptId)
  const connection = await pos.findConnection(receipt.connection_id)
  const related = receipt.refund ? await pos.query((sql) => readRelatedReceipts(sql, receipt)) : []
  const country = connection.country_code
  const language = choices.language ?? languageOfCountry(country)
  const timeZone = knownTimeZone(connection.time_zone)
  const words = getDocumentTexts(language)
  const store = connection.organization_name ?? connection.organization_uuid
  const pieces = await receiptPdf(
    {
      store,
      merchant: merchantLines(store, getMerchantDetails(connection), words.companyNumber),
      number: receipt.purchase_number,
      refund: receipt.refund,
      refunds: related.flatMap(({ refund, purchase_number }) => (refund ? [] : (purchase_number ?? []))),
      soldAt: receipt.sold_at,
      cashier: (choices.withCashier ?? true) ? receipt.cashier : null,
      amount: Number(receipt.amount),
      currencyCode: receipt.currency_code,
      sheet: readReceiptSheet(receipt.payload),
    },
    {
      language,
      words,
      print: choices.print ?? false,
      formats: documentFormats(getLocale(language, country), receipt.currency_code, timeZone),
      font: (await pos.getOptions()).finance.reportFont,
    }
  )
  const content: Buffer[] = []
  for await (const piece of pieces) {
    content.push(piece)
  }
  return { filename: `receipt-${receipt.purchase_number ?? receipt.id}.pdf`, content: Buffer.concat(content) }
}

const relatedSchema = z.object({
  id: z.string(),
  purchase_number: z.number().nullable(),
  amount: z.coerce.number(),
  sold_at: z.date(),
  refund: z.boolean(),
})

export type RelatedReceipt = z.infer<typeof relatedSchema>

/** Reads the refunds of a receipt and, for a refund, the receipt that it refunds, the earliest first. */
export async function readRelatedReceipts(
  sql: Sql,
  receipt: { connection_id: string; purchase_uuid: string; refunds_purchase_uuid: string | null }
): Promise<RelatedReceipt[]> {
  return sql(
    relatedSchema,
    `SELECT id, purchase_number, amount, sold_at, refund FROM pos_receipt
     WHERE (connection_id = ?) IS TRUE AND refunds_purchase_uuid = ? AND deleted_at IS NULL
     UNION SELECT id, purchase_number, amount, sold_at, refund FROM pos_receipt
     WHERE (connection_id = ?) IS TRUE AND purchase_uuid = ? AND deleted_at IS NULL
     ORDER BY sold_at, id`,
    [receipt.connection_id, receipt.purchase_uuid, receipt.connection_id, receipt.refunds_purchase_uuid]
  )
}

/** The content of a printed receipt; amounts in minor units. `sheet` null: its rows cannot be read. */
export type PrintedReceipt = {
  store: string
  /** the merchant's legal data, line by line */
  merchant: string[]
  number: number | null
  refund: boolean
  /** numbers of the receipts that it refunds */
  refunds: number[]
  soldAt: Date
  cashier: string | null
  amount: number
  currencyCode: string
  sheet: ReceiptSheet | null
}

/** Options of the rendering; `font`: as in `openSheet`. */
export type PrintedHow = {
  language: string
  words: DocumentTexts
  formats: DocumentFormats
  font: string | null
  /** whether the PDF viewer opens its print dialog */
  print: boolean
}

/** Renders a receipt as a stream of PDF chunks, with the POS's own amounts, never the order's. */
async function receiptPdf(receipt: PrintedReceipt, how: PrintedHow): Promise<AsyncIterable<Buffer>> {
  const { words, formats } = how
  const title = fill(receipt.refund ? words.refundNumber : words.receiptNumber, { number: receipt.number ?? "–" })
  const page = await openSheet({ title, author: receipt.store, font: how.font, language: how.language })
  page.text(receipt.store, 18)
  receipt.merchant.forEach((text) => page.text(text, SMALL))
  if (receipt.merchant.length > 0) {
    page.gap()
  }
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
    getExtraLines(sheet, how).forEach((line) => page.line(line))
    page.gap()
    page.line(total, 13)
    if (!sheet.tax_is_added) {
      getTaxes(sheet, how).forEach((line) => page.line(line))
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
 * Lines beside the rows: discounts on the whole receipt, a service charge, a tip, added taxes, and the difference that
 * makes all of them add up to the total.
 */
function getExtraLines(sheet: ReceiptSheet, how: PrintedHow): SheetLine[] {
  const { discounts, service_charge, tip, tax_is_added, difference } = sheet
  const { words, formats } = how
  const lines = discounts.map(({ name, amount, percentage }): SheetLine => [
    `${name ?? words.discount}${percentage === null ? "" : ` ${formats.decimal(String(percentage))} %`}`,
    amount === null ? "" : formats.money(0 - amount),
  ])
  if (service_charge) {
    lines.push([service_charge.title ?? words.serviceCharge, formats.money(service_charge.amount)])
  }
  if (tip !== 0) {
    lines.push([words.tipLine, formats.money(tip)])
  }
  if (tax_is_added) {
    lines.push(...getTaxes(sheet, how))
  }
  if (difference !== 0) {
    lines.push([words.difference, formats.money(difference)])
  }
  return lines
}

const getTaxes = ({ tax_by_rate, tax_is_added }: ReceiptSheet, { words, formats }: PrintedHow): SheetLine[] =>
  tax_by_rate
    .filter(({ percentage, amount }) => percentage !== null || amount !== 0)
    .map(({ percentage, amount }) => [
      percentage === null
        ? words[tax_is_added ? "addedTaxWithoutRate" : "taxWithoutRate"]
        : fill(words[tax_is_added ? "addedTaxAt" : "taxAt"], { percentage: formats.decimal(percentage) }),
      formats.money(amount),
    ])

/** @param isTipInTotal true when the tip is printed as a line above the total, not with the payment */
function paymentLines(payment: SheetPayment, isTipInTotal: boolean, { words, formats }: PrintedHow): SheetLine[] {
  const kind = getPaymentName(payment.type) ?? wordFor(words.payments, paymentKind(payment.type))
  const card = [payment.card_type, payment.card_digits && `···· ${payment.card_digits}`].filter(Boolean)
  const paid: SheetLine = [[kind, ...card].join(" "), formats.money(payment.amount)]
  return payment.tip && !isTipInTotal ? [paid, [words.tip, formats.money(payment.tip)]] : [paid]
}

const isDecimal = (text: string): text is `${number}` => text.trim() !== "" && Number.isFinite(Number(text))

/** Formatters of a receipt's values; amounts have no currency, which is printed with the total. */
type DocumentFormats = {
  money: (minor: number) => string
  decimal: (text: string) => string
  moment: (at: Date) => string
}

function documentFormats(locale: string, currencyCode: string, timeZone: string): DocumentFormats {
  const digits = currencyDigits(currencyCode)
  const amounts = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone })
  return {
    money: (minor) => {
      const text = toMajorUnits(minor, currencyCode)
      return isDecimal(text) ? amounts.format(text) : text
    },
    decimal: (value) => {
      // As many decimals as the scale reported: 0.350 kg.
      const decimals = value.split(".")[1]?.length ?? 0
      return isDecimal(value) ? new Intl.NumberFormat(locale, { minimumFractionDigits: decimals }).format(value) : value
    },
    moment: (at) => moments.format(at),
  }
}
