import type { BookExport, BookKind, AccountingSettings, EntryCause } from "../../contract/accounting"
import { shiftDay } from "../../contract/time"
import { AccountingExportError, type PostedVoucher, type Posting } from "./vouchers"

/** Header of an export file; days are in the organization's time zone. */
export type ExportHeader = {
  organization: string
  currencyCode: string
  from: string
  to: string
  madeAt: Date
  madeOn: string
  accounting: AccountingSettings
}

/** The first day of the fiscal year that a day belongs to. */
export function getFiscalYear(day: string, startMonth: number): string {
  const [year = 0, month = 1] = day.split("-").map(Number)
  return `${month < startMonth ? year - 1 : year}-${String(startMonth).padStart(2, "0")}-01`
}

/** @throws AccountingExportError when a period spans two fiscal years, which no accounting program imports at once */
export function mustBeOneYear({ from, to, accounting }: ExportHeader): void {
  const [first, last] = [from, to].map((day) => getFiscalYear(day, accounting.fiscal_year_start))
  if (first !== last) {
    throw new AccountingExportError(
      `${from} and ${to} lie in different fiscal years. Export each year by itself: the next begins on ${last ?? shiftDay(to, 1)}.`
    )
  }
}

type Words = {
  kinds: Record<BookKind, string>
  vouchers: Record<PostedVoucher["kind"], string>
  causes: Record<EntryCause, (text: string, day: string) => string>
}

const ENGLISH: Words = {
  kinds: {
    sales: "Sales",
    vat: "VAT",
    tips: "Tips",
    gift_cards_sold: "Gift cards sold",
    cash: "Cash",
    card: "Cards",
    gift_cards_redeemed: "Gift cards redeemed",
    invoices: "Invoices",
    other_payments: "Other payments",
    fees: "Fees",
    payouts: "Payouts",
    adjustments: "Adjustments",
    unassigned_payments: "Payments without a receipt",
    rounding: "Rounding",
    differences: "Differences",
  },
  vouchers: { sales: "POS sales", account: "Account at the register's service", payout: "Payout" },
  causes: {
    late: (text, day) => `${text}, late, of ${day}`,
    corrected: (text, day) => `${text}, corrected, of ${day}`,
    withdrawn: (text, day) => `${text}, withdrawn, of ${day}`,
  },
}

const SWEDISH: Words = {
  kinds: {
    sales: "Försäljning",
    vat: "Moms",
    tips: "Dricks",
    gift_cards_sold: "Sålda presentkort",
    cash: "Kassa",
    card: "Kortfordran",
    gift_cards_redeemed: "Inlösta presentkort",
    invoices: "Fakturor",
    other_payments: "Övriga betalsätt",
    fees: "Avgifter",
    payouts: "Utbetalningar",
    adjustments: "Justeringar",
    unassigned_payments: "Betalningar utan kvitto",
    rounding: "Öresavrundning",
    differences: "Differenser",
  },
  vouchers: { sales: "Kassaförsäljning", account: "Kassatjänstens konto", payout: "Utbetalning" },
  causes: {
    late: (text, day) => `${text}, sent inkommet, avser ${day}`,
    corrected: (text, day) => `${text}, rättelse, avser ${day}`,
    withdrawn: (text, day) => `${text}, återtaget, avser ${day}`,
  },
}

const GERMAN: Words = {
  kinds: {
    sales: "Erlöse",
    vat: "Umsatzsteuer",
    tips: "Trinkgeld",
    gift_cards_sold: "Gutscheine verkauft",
    cash: "Kasse",
    card: "Kartenzahlungen",
    gift_cards_redeemed: "Gutscheine eingelöst",
    invoices: "Rechnungen",
    other_payments: "Andere Zahlarten",
    fees: "Gebühren",
    payouts: "Auszahlungen",
    adjustments: "Berichtigungen",
    unassigned_payments: "Zahlungen ohne Beleg",
    rounding: "Rundung",
    differences: "Differenzen",
  },
  vouchers: { sales: "Kassenumsatz", account: "Konto beim Kassendienst", payout: "Auszahlung" },
  causes: {
    late: (text, day) => `${text}, nachgemeldet vom ${day}`,
    corrected: (text, day) => `${text}, berichtigt vom ${day}`,
    withdrawn: (text, day) => `${text}, zurückgezogen vom ${day}`,
  },
}

/** A file uses the language of the country where its format is used. */
const WORDS: Record<BookExport, Words> = { accounting: ENGLISH, "accounting-sie": SWEDISH, "accounting-datev": GERMAN }

/** The title of a voucher, such as "POS sales, late, of 2026-01-20". */
export function voucherText(format: BookExport, { kind, ofDay, cause }: PostedVoucher): string {
  const { vouchers, causes } = WORDS[format]
  return cause === null ? vouchers[kind] : causes[cause](vouchers[kind], ofDay)
}

/** The text of a line, such as "VAT 25 %". */
export function lineText(format: BookExport, { kind, rate }: Pick<Posting, "kind" | "rate">): string {
  const word = WORDS[format].kinds[kind]
  return rate === null ? word : `${word} ${rate} %`
}
