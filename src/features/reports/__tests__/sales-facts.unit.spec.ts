import fc from "fast-check"
import { OWN_KEYS, type SalesDimension } from "../../../contract/reports"
import { type Purchase, purchaseSchema } from "../../../pos-api/contract"
import { refundedSaleArbitrary } from "../../refunds/__tests__/refund-arbitrary"
import { isRefund } from "../../purchases/refund-mapping"
import { purchaseArbitrary } from "../../sales/__tests__/purchase-arbitrary"
import { getTax, vatByRate } from "../../purchases/taxes"
import { type SalesFact, getSalesFacts, SalesFigures, type SoldReceipt } from "../../sales/daily-sales"

const TROJA = "01234567-89ab-11ee-8000-00000000000a"
const MEDIUM = "01234567-89ab-11ee-8000-00000000000b"

const aPurchase = (fields: Partial<Record<keyof Purchase, unknown>>): Purchase =>
  purchaseSchema.parse({
    purchaseUUID1: "01234567-89ab-11ee-8000-0123456789ab",
    created: "2026-03-04T05:06:07.089+0000",
    currency: "SEK",
    payments: [],
    ...fields,
  })

const received = (purchase: Purchase, more: Partial<SoldReceipt> = {}): SoldReceipt => ({
  amount: purchase.amount,
  vat_amount: null,
  currency_code: purchase.currency.toLowerCase(),
  refund: isRefund(purchase),
  cashier: "Åsa Öberg",
  hour: 9,
  purchase,
  ...more,
})

const categoryOf = (uuid: string) => (uuid === TROJA ? "Tröjor" : null)

const factsOf = (receipt: SoldReceipt, dimension: SalesDimension) =>
  getSalesFacts(receipt, categoryOf).filter((fact) => fact.dimension === dimension)

/** What matters of facts, reported briefly. */
const reported = (facts: SalesFact[]) =>
  facts.map(({ key, sales, refunds, quantity, gross, tax, discount, tips }) => [
    key,
    sales,
    refunds,
    quantity.toFixed(),
    gross,
    tax,
    discount,
    tips,
  ])

const aSale = aPurchase({
  amount: 21_000,
  vatAmount: 4_000,
  products: [
    {
      quantity: "2",
      type: "PRODUCT",
      name: "Tröja",
      productUuid: TROJA,
      variantUuid: MEDIUM,
      variantName: "M",
      unitPrice: 10_000,
      vatPercentage: 25,
      discount: { name: "Rea" },
      discountValue: 2_000,
    },
    { quantity: "0.350", type: "CUSTOM_AMOUNT", name: "Lakrits", unitPrice: 5_714, vatPercentage: 25 },
  ],
  payments: [
    { uuid: "01234567-89ab-11ee-8000-0000000000c1", type: "SERVICE_CARD", amount: 16_000, gratuityAmount: 1_000 },
    { uuid: "01234567-89ab-11ee-8000-0000000000c2", type: "SERVICE_CARD", amount: 5_000 },
  ],
})

describe("salesFactsOf", () => {
  it("reports a sale by hour, ware, category, cashier, payment and discount", () => {
    const receipt = received(aSale, { vat_amount: 4_000 })
    expect(reported(factsOf(receipt, "hour"))).toEqual([["09", 1, 0, "0", 21_000, 4_000, 2_000, 0]])
    expect(reported(factsOf(receipt, "cashier"))).toEqual([["Åsa Öberg", 1, 0, "0", 21_000, 4_000, 2_000, 0]])
    expect(reported(factsOf(receipt, "ware"))).toEqual([
      [MEDIUM, 1, 0, "2", 18_000, 3_600, 2_000, 0],
      [OWN_KEYS.customAmount, 1, 0, "0.35", 2_000, 400, 0, 0],
      [OWN_KEYS.tip, 1, 0, "1", 1_000, 0, 0, 0],
    ])
    expect(factsOf(receipt, "ware")[0]).toMatchObject({ parent: TROJA, label: "Tröja", variant: "M" })
    expect(reported(factsOf(receipt, "category")).map(([key, , , , gross]) => [key, gross])).toEqual([
      ["Tröjor", 18_000],
      [OWN_KEYS.noCategory, 3_000],
    ])
    expect(reported(factsOf(receipt, "payment"))).toEqual([["SERVICE_CARD", 1, 0, "0", 21_000, 0, 0, 1_000]])
    expect(reported(factsOf(receipt, "discount"))).toEqual([["Rea", 1, 0, "0", 18_000, 0, 2_000, 0]])
  })

  it("names discounts without a name, and nobody where the receipt does or may no longer", () => {
    const sale = aPurchase({
      amount: 8_000,
      products: [
        { quantity: "1", type: "PRODUCT", name: "", productUuid: TROJA, unitPrice: 10_000, discountValue: 1_000 },
      ],
      discounts: [{ amount: 1_000 }],
    })
    expect(reported(factsOf(received(sale, { cashier: null }), "cashier"))[0]?.[0]).toBe(OWN_KEYS.nobody)
    expect(reported(factsOf(received(sale), "discount")).map(([key, , , , , , discount]) => [key, discount])).toEqual([
      [OWN_KEYS.rowDiscount, 1_000],
      [OWN_KEYS.receiptDiscount, 1_000],
    ])
    expect(factsOf(received(sale), "ware")[0]).toMatchObject({ key: TROJA, parent: TROJA, label: null })
  })

  it("keeps the totals of a receipt that can no longer be read", () => {
    const receipt = received(aSale, { purchase: null, vat_amount: 4_000 })
    expect(reported(factsOf(receipt, "ware"))).toEqual([[OWN_KEYS.difference, 1, 0, "0", 21_000, 4_000, 0, 0]])
    expect(reported(factsOf(receipt, "hour"))).toEqual([["09", 1, 0, "0", 21_000, 4_000, 0, 0]])
    expect(factsOf(receipt, "payment")).toEqual([])
  })

  const sumOf = (facts: SalesFact[], of: "gross" | "tax" | "discount") =>
    facts.reduce((total, fact) => total + fact[of], 0)

  it("comes to the receipt's amount and tax by hour, ware, category and cashier alike, to the minor unit", () => {
    fc.assert(
      fc.property(purchaseArbitrary, (purchase) => {
        const facts = getSalesFacts(received(purchase), categoryOf)
        const of = (dimension: SalesDimension) => facts.filter((fact) => fact.dimension === dimension)
        const tax = getTax(vatByRate(purchase))
        const discount = sumOf(of("discount"), "discount")
        for (const dimension of ["hour", "ware", "category", "cashier"] as const) {
          const sums = (["gross", "tax", "discount"] as const).map((figure) => sumOf(of(dimension), figure))
          expect(sums).toEqual([purchase.amount, tax, discount])
        }
      })
    )
  })

  it("subtracts refunds: they come to their own amount, too, and what came back whole leaves nothing", () => {
    fc.assert(
      fc.property(refundedSaleArbitrary, ({ refunds }) => {
        for (const refund of refunds) {
          const facts = getSalesFacts(received(refund), categoryOf)
          expect(facts.every(({ sales, refunds: given }) => sales === 0 && given === 1)).toBe(true)
          expect(
            sumOf(
              facts.filter(({ dimension }) => dimension === "ware"),
              "gross"
            )
          ).toBe(refund.amount)
        }
      })
    )
    const back = aPurchase({
      ...aSale,
      amount: -21_000,
      vatAmount: -4_000,
      refund: true,
      products: aSale.products.map((row) => ({
        ...row,
        quantity: `-${row.quantity}`,
        discountValue: row.discountValue ? -row.discountValue : null,
      })),
      payments: aSale.payments.map((payment) => ({
        ...payment,
        amount: -payment.amount,
        gratuityAmount: -(payment.gratuityAmount ?? 0),
      })),
    })
    const both = new SalesFigures().add(
      [aSale, back].flatMap((purchase) => getSalesFacts(received(purchase), categoryOf))
    ).all
    expect(both.map(({ sales, refunds, gross, tax }) => [sales, refunds, gross, tax])).toEqual(
      both.map(() => [1, 1, 0, 0])
    )
    expect(both.every(({ quantity }) => quantity.isZero())).toBe(true)
  })

  it("keeps currencies apart", () => {
    const facts = ["sek", "kwd"].flatMap((currency_code) =>
      getSalesFacts(received(aSale, { currency_code }), categoryOf)
    )
    expect(new SalesFigures().add(facts).all).toHaveLength(facts.length)
  })
})
