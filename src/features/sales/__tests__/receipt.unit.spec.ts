import { BigNumber } from "bignumber.js"
import fc from "fast-check"
import { examples } from "../../../../test-support/examples"
import { toReceiptOrder, UndatedPurchaseError } from "../../purchases/order-mapping"
import { medusaTotal } from "./medusa-total"
import { purchaseArbitrary } from "./purchase-arbitrary"

const sample = (change: object) =>
  fc.sample(purchaseArbitrary, { numRuns: 1, seed: 42 }).map((purchase) => ({ ...purchase, ...change }))[0]

describe("toReceiptOrder", () => {
  it("comes to the receipt's amount to the minor unit, for generated receipts", () => {
    fc.assert(
      fc.property(purchaseArbitrary, (purchase) => {
        expect(medusaTotal(toReceiptOrder(purchase))).toBe(purchase.amount)
      }),
      examples(5_000)
    )
  })

  it("lets the payments come to the amount, with tips inside or outside of it", () => {
    fc.assert(
      fc.property(purchaseArbitrary, (purchase) => {
        const order = toReceiptOrder(purchase)
        const paid = order.payments.reduce((total, payment) => total.plus(payment.amount), new BigNumber(0))
        expect(paid.toFixed()).toBe(new BigNumber(order.total).toFixed())
      })
    )
  })

  it("keeps decimal quantities and rounds only in an adjustment", () => {
    const purchase = sample({
      amount: 697,
      currency: "SEK",
      taxationMode: "INCLUSIVE",
      products: [
        { quantity: "0.350", type: "PRODUCT", name: "Äpplen", unitPrice: 1990, unitName: "kg", vatPercentage: 12 },
      ],
      serviceCharge: null,
      discounts: [],
      payments: [],
    })
    const [line] = purchase ? toReceiptOrder(purchase).lines : []
    expect(line).toMatchObject({
      quantity: "0.35",
      unitName: "kg",
      unitPrice: "19.9",
      isTaxInclusive: true,
      taxes: [{ rate: "12" }],
      adjustments: [{ code: "ROUNDING", amount: "-0.005" }],
    })
  })

  it("shows a receipt that contradicts itself with a line for the difference", () => {
    const purchase = sample({
      amount: 99_999,
      currency: "JPY",
      products: [{ quantity: "1", type: "CUSTOM_AMOUNT", unitPrice: 100 }],
      serviceCharge: null,
      discounts: [],
      payments: [],
    })
    expect(purchase && toReceiptOrder(purchase).lines.map(({ kind, unitPrice }) => ({ kind, unitPrice }))).toEqual([
      { kind: "custom-amount", unitPrice: "100" },
      { kind: "difference", unitPrice: "99899" },
    ])
  })

  it("refuses a purchase without a time of sale", () => {
    const purchase = sample({ created: "soon", timestamp: null })
    expect(() => purchase && toReceiptOrder(purchase)).toThrow(UndatedPurchaseError)
  })
})
