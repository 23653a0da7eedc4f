import fc from "fast-check"
import { examples } from "../../../../test-support/examples"
import { type Purchase, purchaseSchema } from "../../../pos-api/contract"
import { isRefund } from "../../purchases/refund-mapping"
import { toReceiptOrder } from "../../purchases/order-mapping"
import { medusaTax, medusaTotal } from "./medusa-total"
import { taxedPurchaseArbitrary } from "./taxed-purchase-arbitrary"

const purchase = (fields: Partial<Record<keyof Purchase, unknown>>) =>
  purchaseSchema.parse({
    purchaseUUID1: "01234567-89ab-11ee-8000-0123456789ab",
    created: "2026-11-21T10:00:00.000+0000",
    currency: "SEK",
    taxationMode: "INCLUSIVE",
    discounts: [{ percentage: 50 }],
    products: [],
    payments: [],
    ...fields,
  })

const goods = (unitPrice: number, more: object = {}) => ({
  quantity: "1",
  type: "PRODUCT",
  name: "Kofta",
  unitPrice,
  vatPercentage: 25,
  ...more,
})
const card = (unitPrice: number, more: object = {}) => ({
  quantity: "1",
  type: "GIFTCARD",
  name: "Presentkort",
  unitPrice,
  vatPercentage: 0,
  ...more,
})

const discounted = (sale: Purchase) =>
  toReceiptOrder(sale).lines.map(({ kind, adjustments }) => [
    kind,
    adjustments.map(({ code, amount }) => `${code} ${amount}`).join(", "),
  ])

describe("[D46] a discount on the whole purchase", () => {
  it("leaves gift cards out, so that the order's tax is the receipt's", () => {
    const sale = purchase({ amount: 117_450, vatAmount: 3_490, products: [goods(34_900), card(100_000)] })
    expect(discounted(sale)).toEqual([
      ["product", "RECEIPT_DISCOUNT 174.5"],
      ["gift-card", ""],
    ])
    expect(medusaTotal(toReceiptOrder(sale))).toBe(117_450)
    expect(medusaTax(toReceiptOrder(sale))).toBeCloseTo(3_490, 1)
  })

  it("leaves the POS charge out", () => {
    const serviceCharge = { amount: 10_000, title: "Leverans", vatPercentage: 12, quantity: "1" }
    const sale = purchase({ amount: 27_450, vatAmount: 4_561, products: [goods(34_900)], serviceCharge })
    expect(discounted(sale)).toEqual([
      ["product", "RECEIPT_DISCOUNT 174.5"],
      ["service-charge", ""],
    ])
    expect(Math.abs(medusaTax(toReceiptOrder(sale)) - 4_561)).toBeLessThanOrEqual(2)
  })

  it("follows the rows' taxable amounts where they explain the totals", () => {
    // The discount is on one of two rows of the same price.
    const products = [goods(10_000, { rowTaxableAmount: 4_000 }), goods(10_000, { rowTaxableAmount: 8_000 })]
    const sale = purchase({ amount: 15_000, vatAmount: 3_000, products })
    expect(discounted(sale)).toEqual([
      ["product", "RECEIPT_DISCOUNT 50"],
      ["product", ""],
    ])
    const unnamed = purchase({ amount: 15_000, vatAmount: 3_000, products, discounts: [] })
    expect(discounted(unnamed)).toEqual(discounted(sale))
    const wrong = purchase({ amount: 15_000, vatAmount: 2_000, products })
    expect(discounted(wrong)).toEqual([
      ["product", "RECEIPT_DISCOUNT 25"],
      ["product", "RECEIPT_DISCOUNT 25"],
    ])
  })

  it("is on gift cards where there is nothing else", () => {
    const sale = purchase({ amount: 75_000, vatAmount: 0, products: [card(100_000), card(50_000)] })
    expect(discounted(sale)).toEqual([
      ["gift-card", "RECEIPT_DISCOUNT 500"],
      ["gift-card", "RECEIPT_DISCOUNT 250"],
    ])
  })

  it("is on gift cards by what the goods cannot bear", () => {
    const sale = purchase({ amount: 75_000, vatAmount: 0, products: [goods(20_000), card(100_000)] })
    expect(discounted(sale)).toEqual([
      ["product", "RECEIPT_DISCOUNT 200"],
      ["gift-card", "RECEIPT_DISCOUNT 250"],
    ])
  })

  it("has its tax where prices are without", () => {
    const products = [goods(20_000), card(100_000)]
    const sale = purchase({ taxationMode: "EXCLUSIVE", amount: 112_500, vatAmount: 2_500, products })
    expect(discounted(sale)).toEqual([
      ["product", "RECEIPT_DISCOUNT 125"],
      ["gift-card", ""],
    ])
    expect(medusaTotal(toReceiptOrder(sale))).toBe(112_500)
    expect(medusaTax(toReceiptOrder(sale))).toBeCloseTo(2_500, 1)
  })

  it("leaves the order with the receipt's tax within a minor unit for each row, for generated receipts", () => {
    const sales = taxedPurchaseArbitrary.filter(({ purchase: sale }) => !isRefund(sale))
    fc.assert(
      fc.property(sales, ({ purchase: sale }) => {
        const order = toReceiptOrder(sale)
        expect(medusaTotal(order)).toBe(sale.amount)
        const rows = sale.products.length + (sale.serviceCharge ? 1 : 0)
        expect(Math.abs(medusaTax(order) - (sale.vatAmount ?? 0))).toBeLessThanOrEqual(rows)
      }),
      examples(2_000)
    )
  })
})
