import fc from "fast-check"
import { examples } from "../../../../test-support/examples"
import { type Purchase, purchaseForBooksSchema } from "../../../pos-api/contract"
import { purchaseArbitrary } from "../../../translate/__tests__/purchase-arbitrary"
import { refundedSaleArbitrary } from "../../../translate/__tests__/refund-arbitrary"
import { taxedPurchaseArbitrary } from "../../../translate/__tests__/taxed-purchase-arbitrary"
import { reverseRefund } from "../../../translate/refund"
import type { BookLock } from "../../../vocabulary/books"
import { bookMovement } from "../book-movement"
import { bookReceipt, bookTotals } from "../book-receipt"
import { shiftDay } from "../../../vocabulary/iso-day"
import { bookingDay } from "../booking-day"
import { type Entry, reverseEntries, sumEntries } from "../entries"
import { Journal } from "../journal"

const total = (entries: Entry[]) => entries.reduce((sum, { amount }) => sum + amount, 0)

const sorted = (entries: Entry[]) => entries.map((one) => JSON.stringify(one)).sort()

const anyPurchase: fc.Arbitrary<Purchase> = fc.oneof(
  purchaseArbitrary,
  taxedPurchaseArbitrary.map(({ purchase }) => purchase),
  refundedSaleArbitrary.chain(({ sale, refunds }) => fc.constantFrom(sale, ...refunds))
)

const aPurchase = (change: object): Purchase => ({
  ...{ purchaseUUID1: "01234567-89ab-11ee-8000-0123456789ab", created: "2026-03-04T05:06:07.089+0000" },
  ...{ amount: 12_500, vatAmount: 2_500, currency: "SEK", taxationMode: "INCLUSIVE" },
  products: [{ type: "PRODUCT", quantity: "1", unitPrice: 12_500, vatPercentage: 25, name: "Tröja" }],
  payments: [{ uuid: "11111111-1111-11ee-8000-000000000001", type: "SERVICE_CARD", amount: 12_500 }],
  ...change,
})

const pay = (type: string, amount: number, gratuityAmount: number | null = null) => ({
  ...{ uuid: "11111111-1111-11ee-8000-000000000001", type, amount, gratuityAmount },
})

const shown = (purchase: Purchase) =>
  Object.fromEntries(bookReceipt(purchase).map(({ kind, rate, amount }) => [[kind, rate].join(" ").trim(), amount]))

describe("a receipt in the books", () => {
  it("comes to nothing, whatever was sold, given back, tipped and rounded, and is whole minor units", () => {
    fc.assert(
      fc.property(anyPurchase, (purchase) => {
        const entries = bookReceipt(purchase)
        expect(total(entries)).toBe(0)
        expect(entries.every(({ amount }) => Number.isSafeInteger(amount))).toBe(true)
      }),
      examples(2_000)
    )
  })

  it("stays the same once what it told of persons is erased", () => {
    fc.assert(
      fc.property(anyPurchase, (purchase) => {
        expect(sorted(bookReceipt(purchaseForBooksSchema.parse(purchase)))).toEqual(sorted(bookReceipt(purchase)))
      })
    )
  })

  it("has each means of payment, VAT by rate, cards and tips on accounts of their own", () => {
    const purchase = aPurchase({
      ...{ amount: 23_620, vatAmount: 2_620 },
      products: [
        { type: "PRODUCT", quantity: "1", unitPrice: 12_500, vatPercentage: 25, name: "Tröja" },
        { type: "PRODUCT", quantity: "1", unitPrice: 1_120, vatPercentage: 12, name: "Äpplen" },
        { type: "GIFTCARD", quantity: "1", unitPrice: 10_000, name: "Presentkort" },
      ],
      payments: [pay("SERVICE_CARD", 3_620 + 500, 500), pay("SERVICE_CASH", 15_000), pay("GIFTCARD", 5_000)],
    })
    expect(shown(purchase)).toEqual({
      ...{ card: 4_120, cash: 15_000, gift_cards_redeemed: 5_000, gift_cards_sold: -10_000, tips: -500 },
      ...{ "sales 25": -10_000, "vat 25": -2_500, "sales 12": -1_000, "vat 12": -120 },
    })
  })

  it("shows what cash is rounded by, and what nothing explains by itself", () => {
    expect(shown(aPurchase({ payments: [pay("SERVICE_CASH", 12_550)] }))).toMatchObject({ cash: 12_550, rounding: -50 })
    expect(shown(aPurchase({ payments: [pay("SERVICE_CASH", 10_000)] }))).toMatchObject({ differences: 2_500 })
    const yen = aPurchase({
      ...{ currency: "JPY", amount: 1_103, vatAmount: 100, payments: [pay("SERVICE_CASH", 1_100)] },
      products: [{ type: "PRODUCT", quantity: "1", unitPrice: 1_103, vatPercentage: 10, name: "東京タワー" }],
    })
    expect(shown(yen)).toMatchObject({ rounding: 3 })
  })

  it.each([
    ["SEK", 59_007, 60_500, 1_500, { cash: 60_500, tips: -1_500, rounding: 7 }],
    ["SEK", 59_007, 59_000, null, { cash: 59_000, rounding: 7 }],
    ["JPY", 1_103, 1_250, 150, { cash: 1_250, tips: -150, rounding: 3 }],
    ["KWD", 59_007, 60_500, 1_500, { cash: 60_500, tips: -1_500, rounding: 7 }],
    ["SEK", 59_507, 59_500, 500, { cash: 59_500, tips: -500, rounding: 7 }],
  ])("[D84] has tips beside rounded cash: %s %d paid with %d, tip %p", (currency, amount, paid, tip, entries) => {
    // The last one's tip is within the amount.
    const rows = amount === 59_507 ? 59_007 : amount
    const purchase = aPurchase({
      currency,
      amount,
      vatAmount: 0,
      payments: [pay("SERVICE_CASH", paid, tip)],
      products: [{ type: "PRODUCT", quantity: "1", unitPrice: rows, vatPercentage: 0, name: "Tröja" }],
    })
    expect(shown(purchase)).toEqual({ ...entries, "sales 0": -rows })
    const back = { ...reverseRefund(purchase), refund: true }
    expect(sorted(bookReceipt(back))).toEqual(sorted(reverseEntries(bookReceipt(purchase))))
  })

  it("[D84] has tips of mixed payments", () => {
    const payments = [pay("SERVICE_CARD", 10_500, 500), pay("SERVICE_CASH", 50_000, 1_000)]
    const purchase = aPurchase({
      amount: 59_007,
      vatAmount: 0,
      payments,
      products: [{ type: "PRODUCT", quantity: "1", unitPrice: 59_007, vatPercentage: 0, name: "Tröja" }],
    })
    expect(shown(purchase)).toEqual({ card: 10_500, cash: 50_000, tips: -1_500, rounding: 7, "sales 0": -59_007 })
  })

  it("given back is what it was, the other way round", () => {
    fc.assert(
      fc.property(taxedPurchaseArbitrary, ({ purchase }) => {
        const sale = purchase.refund ? reverseRefund({ ...purchase }) : purchase
        const plain = { ...sale, refund: false, refundsPurchaseUUID1: null, discounts: [] }
        const back = { ...reverseRefund(plain), refund: true, serviceCharge: plain.serviceCharge }
        expect(sorted(bookReceipt(back))).toEqual(sorted(reverseEntries(bookReceipt(plain))))
      })
    )
  })

  it("of which only totals can be read is booked against what is open", () => {
    const figures = [{ rate: "25", gross: 12_500, net: 10_000, tax: 2_500 }]
    expect(sorted(bookTotals(figures))).toEqual(
      sorted([
        { kind: "differences", rate: null, amount: 12_500 },
        { kind: "sales", rate: "25", amount: -10_000 },
        { kind: "vat", rate: "25", amount: -2_500 },
      ])
    )
  })
})

describe("the account at the service in the books", () => {
  it("comes to nothing, and pays fees and payouts from what cards brought", () => {
    expect(bookMovement({ type: "PAYMENT", amount: 100 })).toEqual([])
    expect(bookMovement({ type: "PAYMENT_FEE", amount: -3 })).toEqual([
      { kind: "card", rate: null, amount: -3 },
      { kind: "fees", rate: null, amount: 3 },
    ])
    fc.assert(
      fc.property(
        fc.constantFrom("PAYOUT", "FAILED_PAYOUT", "INVOICE_PAYMENT", "CASHBACK", "WORD_OF_THE_FUTURE"),
        fc.integer({ min: -100_000_000, max: 100_000_000 }),
        (type, amount) => expect(total(bookMovement({ type, amount }))).toBe(0)
      )
    )
  })
})

const dayArbitrary = fc.integer({ min: 0, max: 59 }).map((days) => shiftDay("2026-01-01", days))

/** Things that happened and were known some days later, and days that were closed meanwhile. */
const historyArbitrary = fc.record({
  happened: fc.array(fc.record({ day: dayArbitrary, late: fc.nat(40), amount: fc.integer({ min: 1, max: 9_999 }) })),
  locks: fc
    .array(fc.record({ day: dayArbitrary, after: fc.integer({ min: 1, max: 20 }) }), { maxLength: 4 })
    .map((made) => made.map(({ day, after }) => ({ until: day, at: `${shiftDay(day, after)}T12:00:00.000Z` })))
    .map((locks) => locks.sort((one, other) => (one.at < other.at ? -1 : 1)))
    .map((locks) => locks.filter(({ until }, index) => locks.slice(0, index).every((one) => one.until < until))),
})

const known = (day: string, late: number) => new Date(`${shiftDay(day, late)}T18:00:00.000Z`)

describe("closed days", () => {
  const journalOf = (happened: { day: string; late: number; amount: number }[], locks: BookLock[]) => {
    const journal = new Journal({ from: "2026-01-01", to: "2026-12-31" }, locks)
    for (const { day, late, amount } of happened) {
      const entries: Entry[] = [
        { kind: "cash", rate: null, amount },
        { kind: "sales", rate: "25", amount: -amount },
      ]
      journal.addReceipt({ day, known: known(day, late), entries })
    }
    return journal.vouchers()
  }

  it("keep their figures, and nothing is lost or booked twice", () => {
    fc.assert(
      fc.property(historyArbitrary, ({ happened, locks }) => {
        const all = journalOf(happened, locks)
        const cash = sumEntries(all.flatMap(({ entries }) => entries)).find(({ kind }) => kind === "cash")?.amount ?? 0
        expect(cash).toBe(happened.reduce((sum, { amount }) => sum + amount, 0))
        for (const [index, lock] of locks.entries()) {
          const then = happened.filter(({ day, late }) => known(day, late).getTime() <= Date.parse(lock.at))
          const asClosed = journalOf(then, locks.slice(0, index + 1)).filter(({ day }) => day <= lock.until)
          expect(all.filter(({ day }) => day <= lock.until)).toEqual(asClosed)
        }
        expect(all.every(({ entries }) => total(entries) === 0)).toBe(true)
      })
    )
  })

  it("send what comes late to the first day that is open, and say of which day it is", () => {
    const locks = [{ until: "2026-01-31", at: "2026-02-03T08:00:00.000Z" }]
    expect(bookingDay("2026-01-20", new Date("2026-02-10T08:00:00Z"), locks)).toBe("2026-02-01")
    expect(bookingDay("2026-01-20", new Date("2026-02-01T08:00:00Z"), locks)).toBe("2026-01-20")
    const [voucher] = journalOf([{ day: "2026-01-20", late: 30, amount: 5 }], locks)
    expect(voucher).toMatchObject({ day: "2026-02-01", of: "2026-01-20" })
  })
})
