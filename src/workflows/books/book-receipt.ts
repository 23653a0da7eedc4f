import type { Purchase } from "../../pos-api/contract"
import { roundMinor } from "../../translate/money"
import { isCashRounding, readPaid } from "../../translate/paid"
import { draftRow } from "../../translate/receipt-line"
import { isRefund, reverseRefund } from "../../translate/refund"
import { type RateFigures, vatByRate } from "../../translate/vat-by-rate"
import type { BookKind } from "../../vocabulary/books"
import { meansOfPayment, type PaymentMeans } from "../../vocabulary/counter-providers"
import { BigNumber } from "bignumber.js"
import { type Entry, entry, reverseEntries, sumEntries } from "./entries"
import { sum } from "../../translate/sum"

/** Card and instalments come to the account at the service, and from there to the bank. */
const ACCOUNT_OF: Record<PaymentMeans, BookKind> = {
  ...{ card: "card", "pay-later": "card", cash: "cash", "gift-card": "gift_cards_redeemed", invoice: "invoices" },
  ...{ wallet: "other_payments", other: "other_payments" },
}

/** A receipt as it is booked; debit and credit are the same to the minor unit. A refund is its mirror image. */
export function bookReceipt(purchase: Purchase): Entry[] {
  return isRefund(purchase) ? reverseEntries(bookSale(reverseRefund(purchase), purchase)) : bookSale(purchase, purchase)
}

/** @param told the receipt as the service told it: VAT by rate reverses refunds by itself */
function bookSale(sale: Purchase, told: Purchase): Entry[] {
  const figures = vatByRate(told).map((one) => (sale === told ? one : reverseFigures(one)))
  const unrated = figures.find(({ rate }) => rate === null) ?? { gross: 0, tax: 0 }
  const { tips, tipsBeside, rounding } = readPaid(sale)
  const cards = giftCardsSold(sale)
  const open = (amount: number) => entry(isCashRounding(amount, sale.currency) ? "rounding" : "differences", amount)
  return sumEntries([
    ...sale.payments.map(({ type, amount }) => entry(ACCOUNT_OF[meansOfPayment(type)], amount)),
    ...figures.flatMap(bookRate),
    // A card is owed, not sold: it stands among what has no tax.
    entry("gift_cards_sold", 0 - cards),
    entry("sales", cards, cards === 0 ? null : "0"),
    entry("tips", 0 - tips),
    entry("vat", 0 - unrated.tax),
    open(0 - (unrated.gross - unrated.tax - (tips - tipsBeside))),
    open(0 - rounding),
  ])
}

const reverseFigures = ({ rate, gross, net, tax }: RateFigures): RateFigures => ({
  ...{ rate, gross: 0 - gross, net: 0 - net, tax: 0 - tax },
})

const bookRate = ({ rate, net, tax }: RateFigures): Entry[] =>
  rate === null ? [] : [entry("sales", 0 - net, rate), entry("vat", 0 - tax, rate)]

function giftCardsSold({ products, taxationMode }: Purchase): number {
  const cards = products.filter(({ type }) => type === "GIFTCARD")
  return sum(
    cards.map((row) => roundMinor(new BigNumber(draftRow(row, taxationMode !== "EXCLUSIVE").gross)).toNumber())
  )
}

/** A receipt of which only the totals can be read any longer: how it was paid is open. */
export function bookTotals(figures: RateFigures[]): Entry[] {
  return sumEntries([
    entry("differences", sum(figures.map(({ gross }) => gross))),
    ...figures.flatMap(({ rate, net, tax }) => [entry("sales", 0 - net, rate), entry("vat", 0 - tax, rate)]),
  ])
}
