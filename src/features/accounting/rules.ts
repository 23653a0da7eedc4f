import { BigNumber } from "bignumber.js"
import type { BookKind, BookLock, Entry } from "../../contract/accounting"
import { meansOfPayment, type PaymentMeans } from "../../contract/receipts"
import { shiftDay } from "../../contract/time"
import { roundMinor, sum } from "../../money/money"
import type { Purchase } from "../../pos-api/contract"
import {
  isRefund,
  reverseRefund,
  draftRow,
  isCashRounding,
  readPaid,
  type RateFigures,
  reverseFigures,
  vatByRate,
} from "../purchases"
import type { JournalEntry } from "./store"

const entry = (kind: BookKind, amount: number, rate: string | null = null): Entry => ({ kind, rate, amount })

/** Sums entries by account kind and rate; sums of 0 are left out. */
export function sumEntries(entries: Entry[]): Entry[] {
  const sums = new Map<string, Entry>()
  for (const { kind, rate, amount } of entries) {
    const key = `${kind} ${rate ?? ""}`
    sums.set(key, { kind, rate, amount: (sums.get(key)?.amount ?? 0) + amount })
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0)
}

/** Exchanges debit and credit. Subtracts from 0, because negation would turn 0 into -0. */
export const reverseEntries = (entries: Entry[]): Entry[] =>
  entries.map((entry) => ({ ...entry, amount: 0 - entry.amount }))

/** Card and pay-later payments arrive on the account at the POS, and from there on the bank account. */
const ACCOUNT_OF: Record<PaymentMeans, BookKind> = {
  card: "card",
  "pay-later": "card",
  cash: "cash",
  "gift-card": "gift_cards_redeemed",
  invoice: "invoices",
  wallet: "other_payments",
  other: "other_payments",
}

/**
 * Posts a receipt; debit and credit are equal to the minor unit. A refund is posted like its sale with opposite signs.
 */
export function receiptEntries(purchase: Purchase): Entry[] {
  return isRefund(purchase)
    ? reverseEntries(saleEntries(reverseRefund(purchase), purchase))
    : saleEntries(purchase, purchase)
}

/** @param receipt the receipt as the POS sent it: VAT by rate handles refunds itself */
function saleEntries(sale: Purchase, receipt: Purchase): Entry[] {
  const figures = vatByRate(receipt).map((vat) => (sale === receipt ? vat : reverseFigures(vat)))
  const unrated = figures.find(({ rate }) => rate === null) ?? { gross: 0, tax: 0 }
  const { tips, tipsBeside, rounding } = readPaid(sale)
  const cards = giftCardsSold(sale)
  const open = (amount: number) => entry(isCashRounding(amount, sale.currency) ? "rounding" : "differences", amount)
  return sumEntries([
    ...sale.payments.map(({ type, amount }) => entry(ACCOUNT_OF[meansOfPayment(type)], amount)),
    ...figures.flatMap(bookRate),
    // A gift card is a liability, not a sale: its amount is moved out of the sales without tax.
    entry("gift_cards_sold", 0 - cards),
    entry("sales", cards, cards === 0 ? null : "0"),
    entry("tips", 0 - tips),
    entry("vat", 0 - unrated.tax),
    open(0 - (unrated.gross - unrated.tax - (tips - tipsBeside))),
    open(0 - rounding),
  ])
}

const bookRate = ({ rate, net, tax }: RateFigures): Entry[] =>
  rate === null ? [] : [entry("sales", 0 - net, rate), entry("vat", 0 - tax, rate)]

function giftCardsSold({ products, taxationMode }: Purchase): number {
  const cards = products.filter(({ type }) => type === "GIFTCARD")
  return sum(
    cards.map((row) => roundMinor(new BigNumber(draftRow(row, taxationMode !== "EXCLUSIVE").gross)).toNumber())
  )
}

/** Posts a receipt with readable totals only, without how it was paid. */
export function bookTotals(figures: RateFigures[]): Entry[] {
  return sumEntries([
    entry("differences", sum(figures.map(({ gross }) => gross))),
    ...figures.flatMap(({ rate, net, tax }) => [entry("sales", 0 - net, rate), entry("vat", 0 - tax, rate)]),
  ])
}

/** A movement of the account at the POS; incoming money is positive, in minor units. */
export type Movement = { type: string; amount: number }

/** The contra account of a movement type; other types are adjustments. */
const CONTRA_ACCOUNTS: Record<string, BookKind> = {
  PAYMENT_FEE: "fees",
  INVOICE_PAYMENT_FEE: "fees",
  INVOICE_PAYMENT: "invoices",
  PAYOUT: "payouts",
  FAILED_PAYOUT: "payouts",
}

/**
 * The account to which a sale posts a payment; where its type is not known any more, the usual account of the movement.
 * @param paymentType as the POS names it
 */
export const accountOfPayment = (paymentType: string | null, { type }: Pick<Movement, "type">): BookKind =>
  paymentType === null ? (CONTRA_ACCOUNTS[type] ?? "card") : ACCOUNT_OF[meansOfPayment(paymentType)]

/**
 * Posts a movement of the account. A card payment is posted with its sale already; another payment clears the account on
 * which its sale is booked. While the store has no receipt of it, it is an unassigned payment, so that the `card` account
 * equals what the POS owes.
 * @param bookedAs account on which a payment is booked with its sale; null: its sale is not booked
 */
export function movementEntries({ type, amount }: Movement, bookedAs: BookKind | null): Entry[] {
  const isPayment = type === "PAYMENT" || type === "INVOICE_PAYMENT"
  const contra = isPayment ? (bookedAs ?? "unassigned_payments") : (CONTRA_ACCOUNTS[type] ?? "adjustments")
  return sumEntries([entry("card", amount), entry(contra, 0 - amount)])
}

/** Whether a movement gets a voucher of its own: each payout does, so that it can be found on the bank statement. */
export const isPayout = ({ type }: Movement) => CONTRA_ACCOUNTS[type] === "payouts"

/** The start of a lock's records: receipts and account transactions each have one. */
type Coverage = "receipts_from" | "account_from"

/** Something to book, with what was booked for it at closings. Days are ISO dates, amounts minor units. */
export type BookedSource = {
  day: string
  at: Date
  coverage: Coverage
  /** everything to book for it */
  lines: Entry[]
  /** what was booked; null: nothing */
  kept: { of_day: string; lines: Entry[] } | null
  isWithdrawn: boolean
}

/** The day on which something is booked, with the entries and the cause. */
export type Placement = Pick<JournalEntry, "day" | "of_day" | "cause" | "lines">

/**
 * Decides where something is booked, given the closings in their order. It is booked on its own day while that is open,
 * else on the first open day, with what was not booked yet. null: nothing is left to book, or it is history that was
 * first read after its day was closed.
 */
export function placeEntry(source: BookedSource, locks: BookLock[]): Placement | null {
  const { day, kept, lines } = source
  const lock = locks.at(-1)
  if (!lock) {
    return { day, of_day: day, cause: null, lines }
  }
  const firstOpen = shiftDay(lock.until, 1)
  if (kept) {
    const remainder = sumEntries([...lines, ...reverseEntries(kept.lines)])
    const cause = source.isWithdrawn ? "withdrawn" : "corrected"
    return remainder.length > 0 ? { day: firstOpen, of_day: kept.of_day, cause, lines: remainder } : null
  }
  if (day > lock.until) {
    return { day, of_day: day, cause: null, lines }
  }
  return isHistory(source, locks) ? null : { day: firstOpen, of_day: day, cause: "late", lines }
}

/** Whether something happened on a closed day, before the start of the records that the day's closing was based on. */
export function isHistory({ day, at, coverage }: Pick<BookedSource, "day" | "at" | "coverage">, locks: BookLock[]) {
  const closing = locks.find(({ until }) => day <= until)
  if (!closing) {
    return false
  }
  const knownSince = closing[coverage]
  return knownSince === null || at.getTime() < Date.parse(knownSince)
}
