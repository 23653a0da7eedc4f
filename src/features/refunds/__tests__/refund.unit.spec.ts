import { BigNumber } from "bignumber.js"
import fc from "fast-check"
import { examples } from "../../../../test-support/examples"
import { toExactMajorUnits } from "../../../money/money"
import type { Purchase } from "../../../pos-api/contract"
import { medusaTotal } from "../../sales/__tests__/medusa-total"
import { toReceiptOrder } from "../../purchases/order-mapping"
import { differenceLine, type ReceiptLine, type ReceiptOrder } from "../../purchases/receipt-line-mapping"
import { findReturnedLines, settleRefund } from "../rules"
import { isRefund, getRefundedSale, reverseRefund } from "../../purchases/refund-mapping"
import { refundedSaleArbitrary } from "./refund-arbitrary"

/** An order as refunds leave it behind. */
type Ledger = { order: ReceiptOrder; returned: Map<string, string>; credits: string[] }

const begin = (sale: Purchase): Ledger => ({ order: toReceiptOrder(sale), returned: new Map(), credits: [] })

const ratesOf = (line: ReceiptLine) => line.taxes.reduce((sum, tax) => sum.plus(tax.rate), new BigNumber(0)).toFixed()

/** Applies a refund to an order, as the tables of Medusa would have it. */
function apply(ledger: Ledger, refund: Purchase) {
  const { order, returned, credits } = ledger
  const back = toReceiptOrder(reverseRefund(refund))
  const state = order.lines.map((line, index) => ({
    line,
    id: String(index),
    gone: returned.get(String(index)) ?? "0",
  }))
  const lines = findReturnedLines(
    back.lines,
    state.map(({ line, id, gone }) => ({ ...line, id, left: new BigNumber(line.quantity).minus(gone).toFixed() }))
  )
  const settlement = settleRefund({
    lines: state.map(({ line, id, gone }) => ({
      id,
      quantity: line.quantity,
      returned: gone,
      unitPrice: line.unitPrice,
      isTaxInclusive: line.isTaxInclusive,
      rate: ratesOf(line),
      adjustments: line.adjustments.map(({ amount }) => ({ amount, isTaxInclusive: true })),
    })),
    returned: lines,
    refunded: back.total,
    credited: BigNumber.sum(0, ...credits),
    minorUnit: toExactMajorUnits(1, order.currencyCode),
  })
  lines.forEach(({ id, quantity }) => returned.set(id, new BigNumber(quantity).plus(returned.get(id) ?? 0).toFixed()))
  credits.push(settlement.credit)
  if (settlement.rounding) {
    const { lineId, amount } = settlement.rounding
    order.lines[Number(lineId)]?.adjustments.push({ code: "ROUNDING", amount, description: "Rounding" })
  }
  if (settlement.difference) {
    order.lines.push(differenceLine(settlement.difference))
  }
  return { lines, settlement }
}

describe("refunds", () => {
  it("lower the order to the minor unit, one after another, for generated sales", () => {
    fc.assert(
      fc.property(refundedSaleArbitrary, ({ sale, refunds }) => {
        const ledger = begin(sale)
        let left = sale.amount
        for (const refund of refunds) {
          apply(ledger, refund)
          left += refund.amount
          expect(Math.abs(medusaTotal(ledger.order, ledger) - left)).toBe(0)
        }
      }),
      examples(1_500)
    )
  })

  it("never take back more of a line than was sold", () => {
    fc.assert(
      fc.property(refundedSaleArbitrary, ({ sale, refunds }) => {
        const ledger = begin(sale)
        refunds.forEach((refund) => apply(ledger, refund))
        for (const [index, quantity] of ledger.returned) {
          expect(Number(quantity)).toBeLessThanOrEqual(Number(ledger.order.lines[Number(index)]?.quantity))
        }
      })
    )
  })

  it("of the whole bring everything back, tips and differences too, without any credit", () => {
    fc.assert(
      fc.property(
        refundedSaleArbitrary.filter(({ refunds }) => refunds[0]?.amount !== undefined),
        ({ sale }) => {
          const whole = {
            ...sale,
            amount: -sale.amount,
            refund: true,
            refundsPurchaseUUID1: sale.purchaseUUID1,
            products: sale.products.map((row) => ({
              ...row,
              quantity: `-${row.quantity}`,
              discountValue: -(row.discountValue ?? 0),
            })),
            payments: sale.payments.map((payment) => ({
              ...payment,
              amount: -payment.amount,
              gratuityAmount: payment.gratuityAmount ? -payment.gratuityAmount : null,
            })),
          }
          const ledger = begin(sale)
          const { settlement } = apply(ledger, whole)
          expect(medusaTotal(ledger.order, ledger)).toBe(0)
          expect(new BigNumber(settlement.credit).abs().isLessThan("0.0001")).toBe(true)
        }
      )
    )
  })

  it("name their sale by either identifier", () => {
    const sale = fc.sample(refundedSaleArbitrary, { numRuns: 1, seed: 7 })[0]?.sale
    expect(sale && getRefundedSale(sale)).toBeNull()
    const deprecated = sale && { ...sale, refundsPurchaseUUID: "ASNFZ4mrEe6AAAEjRWeJqw" }
    expect(deprecated && getRefundedSale(deprecated)).toBe("01234567-89ab-11ee-8000-0123456789ab")
    expect(deprecated && isRefund(deprecated)).toBe(true)
  })

  it.each(["00112233445500778899aabbccddeeff", "0123456789ab11ee0000456789ab0123", "ff"])(
    "[D03] %s, which is no UUID, names no sale",
    (hex) => {
      const sale = fc.sample(refundedSaleArbitrary, { numRuns: 1, seed: 7 })[0]?.sale
      const odd = sale && { ...sale, refundsPurchaseUUID: Buffer.from(hex, "hex").toString("base64url") }
      expect(odd && getRefundedSale(odd)).toBeNull()
      expect(odd && isRefund(odd)).toBe(false)
    }
  )
})

describe("[D09] a row of quantity 0", () => {
  const sold = (rows: [quantity: string, discountValue: number][]): Purchase => {
    const products = rows.map(([quantity, discountValue], index) => ({
      type: "PRODUCT",
      quantity,
      discountValue,
      unitPrice: 10_000,
      vatPercentage: 25,
      name: `Vara ${index}`,
    }))
    const amount = products.reduce((sum, row) => sum + row.unitPrice * Number(row.quantity) - row.discountValue, 0)
    return {
      purchaseUUID1: "01234567-89ab-11ee-8000-0123456789ab",
      created: "2026-11-21T10:00:00.000+0000",
      amount,
      currency: "SEK",
      taxationMode: "INCLUSIVE",
      products,
      payments: [],
    }
  }

  const back = (sale: Purchase, quantities: string[], amount: number): Purchase => ({
    ...sale,
    refund: true,
    refundsPurchaseUUID1: sale.purchaseUUID1,
    amount,
    products: sale.products.map((row, index) => ({
      ...row,
      quantity: `-${quantities[index] ?? "0"}`,
      discountValue: 0 - (row.discountValue ?? 0),
    })),
  })

  it.each<[string, Parameters<typeof sold>[0], string[], number]>([
    [
      "of the whole",
      [
        ["1", 0],
        ["0", 0],
      ],
      ["1", "0"],
      10_000,
    ],
    [
      "of the whole, discounted",
      [
        ["1", 1_000],
        ["0", 0],
      ],
      ["1", "0"],
      9_000,
    ],
    [
      "of a part",
      [
        ["2", 0],
        ["0", 0],
      ],
      ["1", "0"],
      10_000,
    ],
    [
      "of a part, discounted",
      [
        ["2", 1_000],
        ["0", 0],
      ],
      ["1", "0"],
      9_500,
    ],
    [
      "where the row itself has a discount",
      [
        ["1", 0],
        ["0", 500],
      ],
      ["1", "0"],
      9_500,
    ],
    [
      "where it is the first row",
      [
        ["0", 500],
        ["2", 0],
      ],
      ["0", "1"],
      10_000,
    ],
  ])("lets the order fall by exactly what a refund gives back: %s", (_what, rows, quantities, given) => {
    const sale = sold(rows)
    const ledger = begin(sale)
    expect(medusaTotal(ledger.order, ledger)).toBe(sale.amount)
    const { settlement } = apply(ledger, back(sale, quantities, -given))
    expect(Object.values(settlement).map(String).join(" ")).not.toContain("NaN")
    expect(medusaTotal(ledger.order, ledger)).toBe(sale.amount - given)
  })
})

describe("[D10] partial refunds of a discounted sale", () => {
  const sold = (fields: Partial<Purchase>): Purchase => ({
    purchaseUUID1: "01234567-89ab-11ee-8000-0123456789ab",
    created: "2026-11-21T10:00:00.000+0000",
    amount: 0,
    currency: "SEK",
    taxationMode: "INCLUSIVE",
    products: [],
    payments: [],
    ...fields,
  })

  const back = (sale: Purchase, quantity: number, amount: number): Purchase => ({
    ...sale,
    refund: true,
    refundsPurchaseUUID1: sale.purchaseUUID1,
    amount: -amount,
    discounts: [],
    products: sale.products.map((row) => ({ ...row, quantity: `-${quantity}` })),
  })

  const thrice = (fields: Partial<Purchase> = {}) =>
    sold({
      amount: 2_525,
      discounts: [{ percentage: 10 }],
      products: [{ type: "PRODUCT", quantity: "3", unitPrice: 935, vatPercentage: 25, name: "Kofta" }],
      ...fields,
    })

  it.each<[given: [quantity: number, amount: number][], left: number]>([
    [
      [
        [1, 841],
        [1, 842],
        [1, 841],
      ],
      1,
    ],
    [
      [
        [2, 1_684],
        [1, 842],
      ],
      -1,
    ],
  ])("of %j leave %d", (given, left) => {
    const sale = thrice()
    const ledger = begin(sale)
    given.forEach(([quantity, amount]) => apply(ledger, back(sale, quantity, amount)))
    expect(medusaTotal(ledger.order, ledger)).toBe(left)
  })

  it("leave the sale less its refunds, for random sequences in all kinds of currencies", () => {
    const sequence = fc.record({
      unitPrice: fc.integer({ min: 1, max: 5_000 }),
      quantity: fc.integer({ min: 1, max: 5 }),
      percentage: fc.integer({ min: 1, max: 60 }),
      currency: fc.constantFrom("SEK", "JPY", "KWD"),
      taxationMode: fc.constantFrom("INCLUSIVE", "EXCLUSIVE"),
      rate: fc.constantFrom(0, 12, 25, 8.875),
      parts: fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 3 }), off: fc.integer({ min: -1, max: 1 }) }), {
        minLength: 1,
        maxLength: 3,
      }),
    })
    fc.assert(
      fc.property(sequence, ({ unitPrice, quantity, percentage, currency, taxationMode, rate, parts }) => {
        const full = unitPrice * quantity
        const net = full - Math.round((full * percentage) / 100)
        const amount = taxationMode === "EXCLUSIVE" ? net + Math.round((net * rate) / 100) : net
        const sale = sold({
          amount,
          currency,
          taxationMode,
          discounts: [{ percentage }],
          products: [{ type: "PRODUCT", quantity: String(quantity), unitPrice, vatPercentage: rate, name: "Kofta" }],
        })
        const ledger = begin(sale)
        let [left, money] = [quantity, amount]
        for (const part of parts) {
          const taken = Math.min(part.quantity, left)
          const given = Math.min(money, Math.max(Math.round((amount * taken) / quantity) + part.off, 0))
          if (taken > 0 && given > 0) {
            apply(ledger, back(sale, taken, given))
            left -= taken
            money -= given
            expect(medusaTotal(ledger.order, ledger)).toBe(money)
          }
        }
      }),
      examples(3_000)
    )
  })
})
