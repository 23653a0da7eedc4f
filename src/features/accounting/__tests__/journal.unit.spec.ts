import fc from "fast-check"
import { examples } from "../../../../test-support/examples"
import { BOOK_KINDS, BOOKING_VERSION, type BookLock, type Entry } from "../../../contract/accounting"
import { shiftDay } from "../../../contract/time"
import { type Purchase, purchaseForAccountingSchema } from "../../../pos-api/contract"
import { refundedSaleArbitrary } from "../../refunds/__tests__/refund-arbitrary"
import { reverseRefund } from "../../purchases/refund-mapping"
import { purchaseArbitrary } from "../../sales/__tests__/purchase-arbitrary"
import { taxedPurchaseArbitrary } from "../../sales/__tests__/taxed-purchase-arbitrary"
import {
  accountOfPayment,
  movementEntries,
  receiptEntries,
  bookTotals,
  placeEntry,
  reverseEntries,
  sumEntries,
} from "../rules"
import { type BookedEntry, Journal } from "../vouchers"

const total = (entries: Entry[]) => entries.reduce((sum, { amount }) => sum + amount, 0)

const sorted = (entries: Entry[]) => entries.map((item) => JSON.stringify(item)).sort()

const anyPurchase: fc.Arbitrary<Purchase> = fc.oneof(
  purchaseArbitrary,
  taxedPurchaseArbitrary.map(({ purchase }) => purchase),
  refundedSaleArbitrary.chain(({ sale, refunds }) => fc.constantFrom(sale, ...refunds))
)

const aPurchase = (change: object): Purchase => ({
  purchaseUUID1: "01234567-89ab-11ee-8000-0123456789ab",
  created: "2026-03-04T05:06:07.089+0000",
  amount: 12_500,
  vatAmount: 2_500,
  currency: "SEK",
  taxationMode: "INCLUSIVE",
  products: [{ type: "PRODUCT", quantity: "1", unitPrice: 12_500, vatPercentage: 25, name: "Tröja" }],
  payments: [{ uuid: "11111111-1111-11ee-8000-000000000001", type: "SERVICE_CARD", amount: 12_500 }],
  ...change,
})

const pay = (type: string, amount: number, gratuityAmount: number | null = null) => ({
  uuid: "11111111-1111-11ee-8000-000000000001",
  type,
  amount,
  gratuityAmount,
})

const shown = (purchase: Purchase) =>
  Object.fromEntries(receiptEntries(purchase).map(({ kind, rate, amount }) => [[kind, rate].join(" ").trim(), amount]))

describe("a receipt in accounting", () => {
  it("comes to nothing, whatever was sold, given back, tipped and rounded, and is whole minor units", () => {
    fc.assert(
      fc.property(anyPurchase, (purchase) => {
        const entries = receiptEntries(purchase)
        expect(total(entries)).toBe(0)
        expect(entries.every(({ amount }) => Number.isSafeInteger(amount))).toBe(true)
      }),
      examples(2_000)
    )
  })

  it("stays the same once personal data is erased", () => {
    fc.assert(
      fc.property(anyPurchase, (purchase) => {
        expect(sorted(receiptEntries(purchaseForAccountingSchema.parse(purchase)))).toEqual(
          sorted(receiptEntries(purchase))
        )
      })
    )
  })

  it("has each means of payment, VAT by rate, cards and tips on accounts of their own", () => {
    const purchase = aPurchase({
      amount: 23_620,
      vatAmount: 2_620,
      products: [
        { type: "PRODUCT", quantity: "1", unitPrice: 12_500, vatPercentage: 25, name: "Tröja" },
        { type: "PRODUCT", quantity: "1", unitPrice: 1_120, vatPercentage: 12, name: "Äpplen" },
        { type: "GIFTCARD", quantity: "1", unitPrice: 10_000, name: "Presentkort" },
      ],
      payments: [pay("SERVICE_CARD", 3_620 + 500, 500), pay("SERVICE_CASH", 15_000), pay("GIFTCARD", 5_000)],
    })
    expect(shown(purchase)).toEqual({
      card: 4_120,
      cash: 15_000,
      gift_cards_redeemed: 5_000,
      gift_cards_sold: -10_000,
      tips: -500,
      "sales 25": -10_000,
      "vat 25": -2_500,
      "sales 12": -1_000,
      "vat 12": -120,
    })
  })

  it("shows what cash is rounded by, and what nothing explains by itself", () => {
    expect(shown(aPurchase({ payments: [pay("SERVICE_CASH", 12_550)] }))).toMatchObject({ cash: 12_550, rounding: -50 })
    expect(shown(aPurchase({ payments: [pay("SERVICE_CASH", 10_000)] }))).toMatchObject({ differences: 2_500 })
    const yen = aPurchase({
      currency: "JPY",
      amount: 1_103,
      vatAmount: 100,
      payments: [pay("SERVICE_CASH", 1_100)],
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
    expect(sorted(receiptEntries(back))).toEqual(sorted(reverseEntries(receiptEntries(purchase))))
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
        expect(sorted(receiptEntries(back))).toEqual(sorted(reverseEntries(receiptEntries(plain))))
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

describe("the account at the POS in accounting", () => {
  it("comes to nothing, and pays fees and payouts from what cards brought", () => {
    expect(movementEntries({ type: "PAYMENT", amount: 100 }, "card")).toEqual([])
    expect(movementEntries({ type: "PAYMENT_FEE", amount: -3 }, null)).toEqual([
      { kind: "card", rate: null, amount: -3 },
      { kind: "fees", rate: null, amount: 3 },
    ])
    fc.assert(
      fc.property(
        fc.constantFrom("PAYOUT", "FAILED_PAYOUT", "INVOICE_PAYMENT", "CASHBACK", "WORD_OF_THE_FUTURE"),
        fc.integer({ min: -100_000_000, max: 100_000_000 }),
        fc.constantFrom(null, ...BOOK_KINDS),
        (type, amount, bookedAs) => expect(total(movementEntries({ type, amount }, bookedAs))).toBe(0)
      )
    )
  })
})

describe("[D77] a payment without a receipt", () => {
  it.each([
    ["PAYMENT", []],
    [
      "INVOICE_PAYMENT",
      [
        { kind: "card", rate: null, amount: 100 },
        { kind: "invoices", rate: null, amount: -100 },
      ],
    ],
  ])("is an unassigned %s until its receipt is booked", (type, entries) => {
    expect(movementEntries({ type, amount: 100 }, null)).toEqual([
      { kind: "card", rate: null, amount: 100 },
      { kind: "unassigned_payments", rate: null, amount: -100 },
    ])
    expect(movementEntries({ type, amount: 100 }, accountOfPayment(null, { type }))).toEqual(entries)
  })

  it.each([
    ["SERVICE_CARD", "PAYMENT", []],
    ["SERVICE_CARD", "INVOICE_PAYMENT", []],
    ["WALLET", "PAYMENT", ["other_payments"]],
    ["TYPE_OF_THE_FUTURE", "PAYMENT", ["other_payments"]],
    ["SERVICE_INVOICE", "PAYMENT", ["invoices"]],
    ["SERVICE_INVOICE", "INVOICE_PAYMENT", ["invoices"]],
  ])("[D134] that is booked as %s is cleared when a %s arrives", (paymentType, type, cleared) => {
    const entries = movementEntries({ type, amount: 100 }, accountOfPayment(paymentType, { type }))
    const card = cleared.length > 0 ? [{ kind: "card", rate: null, amount: 100 }] : []
    expect(entries).toEqual([...card, ...cleared.map((kind) => ({ kind, rate: null, amount: -100 }))])
  })
})

const dayArbitrary = fc.integer({ min: 0, max: 20 }).map((days) => shiftDay("2026-01-01", days))

/** What a store lives through, in this order: sales arrive on any day, get other figures, and days are closed. */
const eventArbitrary = fc.oneof(
  fc.record({ type: fc.constant("sale" as const), day: dayArbitrary, amount: fc.integer({ min: 1, max: 9_999 }) }),
  fc.record({ type: fc.constant("correction" as const), sale: fc.nat(9), amount: fc.integer({ min: 0, max: 9_999 }) }),
  fc.record({ type: fc.constant("closing" as const), until: dayArbitrary })
)

const WHOLE = { from: "2025-12-01", to: "2026-12-31" }

/** A store's sales and the entries of its closed days, in memory. */
class Bookkeeping {
  readonly sales: { day: string; amount: number; kept: { of_day: string; lines: Entry[] } | null }[] = []
  readonly locks: BookLock[] = []
  private readonly closed_: BookedEntry[] = []

  close(until: string): void {
    const before = this.locks.at(-1)?.until
    if (before !== undefined && until <= before) {
      return
    }
    const entries = this.open_()
    for (const { sale, entry } of entries.filter(({ entry: { day } }) => day <= until)) {
      this.closed_.push(entry)
      sale.kept = { of_day: entry.of_day, lines: [...(sale.kept?.lines ?? []), ...entry.lines] }
    }
    const at = `2026-03-01T00:00:0${this.locks.length}.000Z`
    this.locks.push({
      until,
      at,
      receipts_from: "2025-01-01T00:00:00.000Z",
      account_from: null,
      version: BOOKING_VERSION,
    })
  }

  vouchers(period = WHOLE) {
    const journal = new Journal(period)
    this.closed_.forEach((entry) => journal.add(entry))
    this.open_().forEach(({ entry }) => journal.add(entry))
    return journal.vouchers()
  }

  private open_() {
    return this.sales.flatMap((sale) => {
      const lines = sumEntries([
        { kind: "cash", rate: null, amount: sale.amount },
        { kind: "sales", rate: "25", amount: 0 - sale.amount },
      ])
      const source = {
        day: sale.day,
        at: new Date(`${sale.day}T12:00:00Z`),
        kept: sale.kept,
        lines,
        isWithdrawn: false,
      }
      const placed = placeEntry({ ...source, coverage: "receipts_from" }, this.locks)
      return placed ? [{ sale, entry: { kind: "sales" as const, reference: null, ...placed } }] : []
    })
  }
}

describe("closed days", () => {
  it("[D78] keep their vouchers, and all vouchers together are what was sold, whatever comes late and is corrected", () => {
    fc.assert(
      fc.property(fc.array(eventArbitrary, { maxLength: 40 }), (events) => {
        const accounting = new Bookkeeping()
        for (const event of events) {
          const until = accounting.locks.at(-1)?.until ?? "2025-12-31"
          const before = accounting.vouchers({ from: WHOLE.from, to: until })
          switch (event.type) {
            case "sale":
              accounting.sales.push({ day: event.day, amount: event.amount, kept: null })
              break
            case "correction": {
              const sale = accounting.sales[event.sale]
              if (sale) {
                sale.amount = event.amount
              }
              break
            }
            case "closing":
              accounting.close(event.until)
          }
          expect(accounting.vouchers({ from: WHOLE.from, to: until })).toEqual(before)
          const all = accounting.vouchers()
          const cash = sumEntries(all.flatMap(({ entries }) => entries)).find(({ kind }) => kind === "cash")
          expect(cash?.amount ?? 0).toBe(accounting.sales.reduce((sum, { amount }) => sum + amount, 0))
          expect(all.every(({ entries }) => total(entries) === 0)).toBe(true)
        }
      }),
      examples(500)
    )
  })

  it("[D74] send what comes late to the first open day, and nothing that happened before the store knew of it", () => {
    const lock = { until: "2026-01-31", at: "2026-02-03T08:00:00.000Z", version: BOOKING_VERSION, account_from: null }
    const lines: Entry[] = [{ kind: "cash", rate: null, amount: 5 }]
    const sale = { day: "2026-01-20", at: new Date("2026-01-20T12:00:00Z"), kept: null, lines, isWithdrawn: false }
    const placed = (receipts_from: string | null) =>
      placeEntry({ ...sale, coverage: "receipts_from" }, [{ ...lock, receipts_from }])
    expect(placed("2026-01-20T12:00:00.000Z")).toEqual({
      day: "2026-02-01",
      of_day: "2026-01-20",
      cause: "late",
      lines,
    })
    expect(placed("2026-01-20T12:00:00.001Z")).toBeNull()
    expect(placed(null)).toBeNull()
    expect(placeEntry({ ...sale, coverage: "account_from" }, [{ ...lock, receipts_from: null }])).toBeNull()
  })
})
