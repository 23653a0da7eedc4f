import type { BookExport, BookKind } from "../../vocabulary/books"
import type { PostedVoucher, Posting } from "./post-vouchers"

type Words = {
  kinds: Record<BookKind, string>
  vouchers: Record<PostedVoucher["kind"], string>
  late: (text: string, of: string) => string
}

const ENGLISH: Words = {
  kinds: {
    ...{ sales: "Sales", vat: "VAT", tips: "Tips", gift_cards_sold: "Gift cards sold", cash: "Cash", card: "Cards" },
    ...{ gift_cards_redeemed: "Gift cards redeemed", invoices: "Invoices", other_payments: "Other payments" },
    ...{
      fees: "Fees",
      payouts: "Payouts",
      adjustments: "Adjustments",
      rounding: "Rounding",
      differences: "Differences",
    },
  },
  vouchers: { sales: "Counter sales", account: "Account at the till's service", payout: "Payout" },
  late: (text, of) => `${text}, late, of ${of}`,
}

const SWEDISH: Words = {
  kinds: {
    ...{ sales: "Försäljning", vat: "Moms", tips: "Dricks", gift_cards_sold: "Sålda presentkort", cash: "Kassa" },
    ...{ card: "Kortfordran", gift_cards_redeemed: "Inlösta presentkort", invoices: "Fakturor" },
    ...{ other_payments: "Övriga betalsätt", fees: "Avgifter", payouts: "Utbetalningar", adjustments: "Justeringar" },
    ...{ rounding: "Öresavrundning", differences: "Differenser" },
  },
  vouchers: { sales: "Kassaförsäljning", account: "Kassatjänstens konto", payout: "Utbetalning" },
  late: (text, of) => `${text}, sent inkommet, avser ${of}`,
}

const GERMAN: Words = {
  kinds: {
    ...{
      sales: "Erlöse",
      vat: "Umsatzsteuer",
      tips: "Trinkgeld",
      gift_cards_sold: "Gutscheine verkauft",
      cash: "Kasse",
    },
    ...{ card: "Kartenzahlungen", gift_cards_redeemed: "Gutscheine eingelöst", invoices: "Rechnungen" },
    ...{ other_payments: "Andere Zahlarten", fees: "Gebühren", payouts: "Auszahlungen", adjustments: "Berichtigungen" },
    ...{ rounding: "Rundung", differences: "Differenzen" },
  },
  vouchers: { sales: "Kassenumsatz", account: "Konto beim Kassendienst", payout: "Auszahlung" },
  late: (text, of) => `${text}, nachgemeldet vom ${of}`,
}

/** A file is read where its format is used. */
const WORDS: Record<BookExport, Words> = { books: ENGLISH, "books-sie": SWEDISH, "books-datev": GERMAN }

/** What a voucher is called: "Counter sales, late, of 2026-01-20". */
export function voucherText(format: BookExport, { kind, day, of }: PostedVoucher): string {
  const { vouchers, late } = WORDS[format]
  return of === day ? vouchers[kind] : late(vouchers[kind], of)
}

/** What a line is: "VAT 25 %". */
export function lineText(format: BookExport, { kind, rate }: Pick<Posting, "kind" | "rate">): string {
  const word = WORDS[format].kinds[kind]
  return rate === null ? word : `${word} ${rate} %`
}
