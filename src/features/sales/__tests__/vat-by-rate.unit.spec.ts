import fc from "fast-check"
import { examples } from "../../../../test-support/examples"
import { type Purchase, purchaseSchema } from "../../../pos-api/contract"
import { refundedSaleArbitrary } from "../../refunds/__tests__/refund-arbitrary"
import { agreesWithGroups, vatByRate } from "../../purchases/taxes"
import { purchaseArbitrary } from "./purchase-arbitrary"
import { taxedPurchaseArbitrary } from "./taxed-purchase-arbitrary"

const aPurchase = (fields: Partial<Record<keyof Purchase, unknown>>): Purchase =>
  purchaseSchema.parse({
    purchaseUUID1: "01234567-89ab-11ee-8000-0123456789ab",
    created: "2026-03-04T05:06:07.089+0000",
    currency: "SEK",
    payments: [],
    ...fields,
  })

const aRow = (unitPrice: number, vatPercentage: number | null, more: object = {}) => ({
  quantity: "1",
  type: "PRODUCT",
  name: "Tröja",
  unitPrice,
  vatPercentage,
  ...more,
})

const totals = (figures: ReturnType<typeof vatByRate>) => ({
  gross: figures.reduce((sum, { gross }) => sum + gross, 0),
  tax: figures.reduce((sum, { tax }) => sum + tax, 0),
})

describe("vatByRate", () => {
  it.each<[string, Purchase, ReturnType<typeof vatByRate>]>([
    [
      "one rate",
      aPurchase({ amount: 70_000, vatAmount: 14_000, products: [aRow(70_000, 25, { rowTaxableAmount: 56_000 })] }),
      [{ rate: "25", gross: 70_000, net: 56_000, tax: 14_000 }],
    ],
    [
      "several rates, 25.5 % and none, in order of rate",
      aPurchase({
        amount: 34_450,
        vatAmount: 4_350,
        products: [aRow(12_550, 25.5), aRow(11_200, 12), aRow(10_600, 6), aRow(100, 0)],
      }),
      [
        { rate: "0", gross: 100, net: 100, tax: 0 },
        { rate: "6", gross: 10_600, net: 10_000, tax: 600 },
        { rate: "12", gross: 11_200, net: 10_000, tax: 1_200 },
        { rate: "25.5", gross: 12_550, net: 10_000, tax: 2_550 },
      ],
    ],
    [
      "a discount on the purchase, as the taxable amounts have it",
      aPurchase({
        amount: 18_000,
        vatAmount: 2_764,
        products: [aRow(10_000, 25, { rowTaxableAmount: 7_200 }), aRow(10_000, 12, { rowTaxableAmount: 8_036 })],
        discounts: [{ percentage: 10, value: 2_000 }],
      }),
      [
        { rate: "12", gross: 9_000, net: 8_036, tax: 964 },
        { rate: "25", gross: 9_000, net: 7_200, tax: 1_800 },
      ],
    ],
    [
      "a discount on the purchase without taxable amounts: not on the gift card",
      aPurchase({
        amount: 28_000,
        vatAmount: 2_764,
        products: [aRow(10_000, 25), aRow(10_000, 12), aRow(10_000, null, { type: "GIFTCARD" })],
        discounts: [{ percentage: 10, value: 2_000 }],
      }),
      [
        { rate: "0", gross: 10_000, net: 10_000, tax: 0 },
        { rate: "12", gross: 9_000, net: 8_036, tax: 964 },
        { rate: "25", gross: 9_000, net: 7_200, tax: 1_800 },
      ],
    ],
    [
      "only some rows with taxable amounts: the others bear what is left of the discount",
      aPurchase({
        amount: 18_000,
        vatAmount: 2_764,
        products: [aRow(10_000, 25, { rowTaxableAmount: 7_200 }), aRow(10_000, 12)],
        discounts: [{ amount: 2_000, value: 2_000 }],
      }),
      [
        { rate: "12", gross: 9_000, net: 8_036, tax: 964 },
        { rate: "25", gross: 9_000, net: 7_200, tax: 1_800 },
      ],
    ],
    [
      "a refund",
      aPurchase({
        refund: true,
        amount: -10_000,
        vatAmount: -1_071,
        products: [aRow(10_000, 12, { quantity: "-1", rowTaxableAmount: -8_929 })],
      }),
      [{ rate: "12", gross: -10_000, net: -8_929, tax: -1_071 }],
    ],
    [
      "tax on top, with a service charge",
      aPurchase({
        taxationMode: "EXCLUSIVE",
        amount: 13_700,
        vatAmount: 2_700,
        products: [aRow(10_000, 25, { rowTaxableAmount: 10_000 })],
        serviceCharge: { amount: 1_000, vatPercentage: 20, title: "Leverans" },
      }),
      [
        { rate: "20", gross: 1_200, net: 1_000, tax: 200 },
        { rate: "25", gross: 12_500, net: 10_000, tax: 2_500 },
      ],
    ],
    [
      "sales taxes, which add up",
      aPurchase({
        currency: "USD",
        taxationMode: "EXCLUSIVE",
        taxationType: "SALES_TAX",
        amount: 10_775,
        vatAmount: 775,
        products: [aRow(10_000, null, { taxRates: [{ percentage: 6.25 }, { percentage: 1.5 }] })],
      }),
      [{ rate: "7.75", gross: 10_775, net: 10_000, tax: 775 }],
    ],
    [
      "an exempt row, whatever its percentage",
      aPurchase({ amount: 10_000, vatAmount: 0, products: [aRow(10_000, 25, { taxExempt: true })] }),
      [{ rate: "0", gross: 10_000, net: 10_000, tax: 0 }],
    ],
    [
      "a tip, which has no rate",
      aPurchase({
        currency: "KWD",
        amount: 11_500,
        vatAmount: 476,
        products: [aRow(10_000, 5)],
        payments: [{ uuid: "11111111-1111-11ee-8000-000000000001", type: "X", amount: 11_500, gratuityAmount: 1_500 }],
      }),
      [
        { rate: "5", gross: 10_000, net: 9_524, tax: 476 },
        { rate: null, gross: 1_500, net: 1_500, tax: 0 },
      ],
    ],
    [
      "yen, whose rows were rounded one by one",
      aPurchase({
        currency: "JPY",
        amount: 315,
        vatAmount: 29,
        products: [aRow(105, 10), aRow(105, 10), aRow(105, 10)],
      }),
      [{ rate: "10", gross: 315, net: 286, tax: 29 }],
    ],
    [
      "taxable amounts with decimals",
      aPurchase({ amount: 49_900, vatAmount: 10_139, products: [aRow(49_900, 25.5, { rowTaxableAmount: 39_760.96 })] }),
      [{ rate: "25.5", gross: 49_900, net: 39_761, tax: 10_139 }],
    ],
    [
      "taxable amounts that are none: the prices decide",
      aPurchase({
        amount: 20_000,
        vatAmount: 3_071,
        products: [aRow(10_000, 25, { rowTaxableAmount: 0 }), aRow(10_000, 12, { rowTaxableAmount: 0 })],
      }),
      [
        { rate: "12", gross: 10_000, net: 8_929, tax: 1_071 },
        { rate: "25", gross: 10_000, net: 8_000, tax: 2_000 },
      ],
    ],
    [
      "a receipt that contradicts itself: the difference has no rate",
      aPurchase({ amount: 12_000, vatAmount: 2_500, products: [aRow(10_000, 25)] }),
      [
        { rate: "25", gross: 10_000, net: 8_000, tax: 2_000 },
        { rate: null, gross: 2_000, net: 1_500, tax: 500 },
      ],
    ],
    [
      "a receipt that says nothing of its tax",
      aPurchase({ amount: 10_000, products: [aRow(10_000, 25)] }),
      [{ rate: "25", gross: 10_000, net: 8_000, tax: 2_000 }],
    ],
    [
      "rows that name no rate",
      aPurchase({ amount: 10_000, vatAmount: 2_000, products: [aRow(10_000, null)] }),
      [{ rate: null, gross: 10_000, net: 8_000, tax: 2_000 }],
    ],
    ["nothing", aPurchase({ amount: 0, vatAmount: 0, products: [] }), []],
  ])("reports %s", (_what, purchase, expected) => {
    expect(vatByRate(purchase)).toEqual(expected)
  })

  it("returns what the register knows: exactly, and within a unit a row where a discount was shared", () => {
    fc.assert(
      fc.property(taxedPurchaseArbitrary, ({ purchase, truth, isShared }) => {
        const figures = vatByRate(purchase)
        expect(totals(figures)).toEqual({ gross: purchase.amount, tax: purchase.vatAmount })
        for (const [rate, reported] of truth) {
          const found = figures.find((part) => (part.rate ?? "") === rate) ?? { gross: 0, tax: 0 }
          const tolerance = isShared ? purchase.products.length : 0
          expect(Math.abs(found.gross - reported.gross)).toBeLessThanOrEqual(tolerance)
          expect(Math.abs(found.tax - reported.tax)).toBeLessThanOrEqual(tolerance)
        }
        expect(agreesWithGroups(purchase, figures)).not.toBe(false)
      }),
      examples(2_000)
    )
  })

  it("comes to the receipt's totals whatever the rows say", () => {
    const vatArbitrary = fc.option(fc.integer({ min: -9_000, max: 90_000 }), { nil: undefined })
    fc.assert(
      fc.property(purchaseArbitrary, vatArbitrary, (generated, vatAmount) => {
        const purchase = { ...generated, vatAmount }
        const figures = vatByRate(purchase)
        expect(totals(figures)).toEqual({ gross: purchase.amount, tax: vatAmount ?? totals(figures).tax })
        expect(figures.every(({ gross, net, tax }) => Number.isSafeInteger(gross + tax) && net + tax === gross)).toBe(
          true
        )
      }),
      examples(1_000)
    )
    fc.assert(
      fc.property(refundedSaleArbitrary, ({ refunds }) => {
        for (const refund of refunds) {
          expect(totals(vatByRate(refund)).gross).toBe(refund.amount)
        }
      })
    )
  })
})

describe("agreesWithGroups", () => {
  const purchase = (groupedVatAmounts: unknown) =>
    aPurchase({ amount: 70_000, vatAmount: 14_000, products: [aRow(70_000, 25)], groupedVatAmounts })

  it.each([
    [{ "25.0": 70_000 }, true],
    [{ "25": 14_000 }, true],
    [{ "25": 14_000, "12": 0 }, true],
    [{ "25": 35_000 }, false],
    [{ "25": 14_000, "12": 900 }, false],
    [{ standard: 14_000 }, false],
    [{}, null],
    [[], null],
    [null, null],
  ])("%p: %p", (grouped, expected) => {
    expect(agreesWithGroups(purchase(grouped), vatByRate(purchase(grouped)))).toBe(expected)
  })
})
