import { BigNumber } from "bignumber.js"
import fc from "fast-check"
import { type Purchase, purchaseSchema } from "../../../pos-api/contract"

/** What the register knows of a rate: turnover with tax, and the tax. */
export type ReceiptFigures = { gross: number; tax: number }

export type TaxedPurchase = {
  purchase: Purchase
  /** by rate; "" for the tip, which has none */
  truth: Map<string, ReceiptFigures>
  /** a discount on the purchase is shared by the rows, so that a rate may differ by a unit for each of them */
  isShared: boolean
}

const half = (value: BigNumber) => value.decimalPlaces(0, BigNumber.ROUND_HALF_UP).toNumber()

const rowArbitrary = fc.record({
  quantity: fc.oneof(fc.integer({ min: 1, max: 12 }).map(String), fc.constantFrom("0.350", "1.125", "2.5")),
  type: fc.constantFrom("PRODUCT", "PRODUCT", "PRODUCT", "CUSTOM_AMOUNT", "GIFTCARD"),
  name: fc.constantFrom("Tröja", "東京タワー", "Äpplen"),
  rate: fc.constantFrom(0, 6, 12, 19, 25, 25.5, 8.875),
  unitPrice: fc.integer({ min: 0, max: 500_000 }),
  discount: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ max: 60, min: 1 }) }
  ),
})

type Row = typeof rowArbitrary extends fc.Arbitrary<infer R> ? R : never

/** Sales and refunds with the register's own arithmetic, written here without the code under test. */
export const taxedPurchaseArbitrary: fc.Arbitrary<TaxedPurchase> = fc
  .record({
    rows: fc.array(rowArbitrary, { minLength: 1, maxLength: 6 }),
    currency: fc.constantFrom("SEK", "EUR", "JPY", "KWD"),
    exclusive: fc.boolean(),
    salesTax: fc.boolean(),
    percentOff: fc.oneof(
      { weight: 3, arbitrary: fc.constant(0) },
      { weight: 2, arbitrary: fc.integer({ min: 1, max: 60 }) }
    ),
    charge: fc.option(
      fc.record({ amount: fc.integer({ min: 1, max: 9_900 }), rate: fc.constantFrom(0, 12, 25, 25.5) })
    ),
    tip: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5_000 })),
    refund: fc.boolean(),
    taxable: fc.constantFrom("all", "none"),
    grouped: fc.constantFrom("tax", "gross", "list", "none"),
  })
  .map((receipt) => {
    const sign = receipt.refund ? -1 : 1
    const totals = receipt.rows.map((row) => totalOf(row))
    const shares = sharesOf(receipt.rows, totals, receipt.percentOff)
    const truth = new Map<string, ReceiptFigures>()
    const add = (rate: string, gross: number, tax: number) => {
      const known = truth.get(rate) ?? { gross: 0, tax: 0 }
      truth.set(rate, { gross: known.gross + sign * gross, tax: known.tax + sign * tax })
    }
    const taxOf = (amount: number, rate: number) =>
      half(new BigNumber(amount).times(rate).div(receipt.exclusive ? 100 : 100 + rate))
    const products = receipt.rows.map((row, index) => {
      const rate = row.type === "GIFTCARD" ? 0 : row.rate
      const total = (totals[index]?.total ?? 0) - (shares[index] ?? 0)
      const tax = taxOf(total, rate)
      add(String(rate), receipt.exclusive ? total + tax : total, tax)
      return {
        quantity: receipt.refund ? `-${row.quantity}` : row.quantity,
        type: row.type,
        name: row.name,
        unitPrice: row.unitPrice,
        discountValue: sign * (totals[index]?.discount ?? 0),
        ...(receipt.taxable === "all" ? { rowTaxableAmount: sign * (receipt.exclusive ? total : total - tax) } : {}),
        ...ratesOf(row, receipt.salesTax),
      }
    })
    if (receipt.charge) {
      const tax = taxOf(receipt.charge.amount, receipt.charge.rate)
      add(String(receipt.charge.rate), receipt.exclusive ? receipt.charge.amount + tax : receipt.charge.amount, tax)
    }
    if (receipt.tip > 0) {
      add("", receipt.tip, 0)
    }
    const sum = (figure: keyof ReceiptFigures) => [...truth.values()].reduce((all, part) => all + part[figure], 0)
    const discount = shares.reduce((all, share) => all + share, 0)
    const purchase = purchaseSchema.parse({
      purchaseUUID1: "01234567-89ab-11ee-8000-0123456789ab",
      created: "2026-03-04T05:06:07.089+0000",
      amount: sum("gross"),
      vatAmount: sum("tax"),
      currency: receipt.currency,
      taxationMode: receipt.exclusive ? "EXCLUSIVE" : "INCLUSIVE",
      products,
      discounts: discount > 0 ? [{ percentage: receipt.percentOff, value: sign * discount }] : [],
      serviceCharge: receipt.charge
        ? { amount: sign * receipt.charge.amount, vatPercentage: receipt.charge.rate, title: "Leverans", quantity: "1" }
        : null,
      payments: [
        {
          uuid: "11111111-1111-11ee-8000-000000000001",
          type: "SERVICE_CARD",
          amount: sum("gross"),
          gratuityAmount: receipt.tip > 0 ? sign * receipt.tip : null,
        },
      ],
      groupedVatAmounts: groupsOf(truth, receipt.grouped),
      ...(receipt.refund ? { refund: true, refundsPurchaseUUID1: "01234567-89ab-11ee-8000-00000000abcd" } : {}),
    })
    return { purchase, truth, isShared: discount > 0 }
  })

/** A gift card names no rate, or none of its own. */
function ratesOf({ type, rate }: Row, salesTax: boolean) {
  if (type === "GIFTCARD") {
    return salesTax ? {} : { vatPercentage: 0 }
  }
  return salesTax ? { taxRates: rate === 0 ? [] : [{ percentage: rate, label: "State" }] } : { vatPercentage: rate }
}

function totalOf({ unitPrice, quantity, discount, type }: Row) {
  const full = half(new BigNumber(unitPrice).times(quantity))
  const off = type === "GIFTCARD" ? 0 : half(new BigNumber(full).times(discount).div(100))
  return { total: full - off, discount: off }
}

/** What comes off each row for the whole receipt; cards are never cheaper. */
function sharesOf(rows: Row[], totals: { total: number }[], percent: number): number[] {
  return rows.map(({ type }, index) =>
    type === "GIFTCARD" ? 0 : half(new BigNumber(totals[index]?.total ?? 0).times(percent).div(100))
  )
}

function groupsOf(truth: Map<string, ReceiptFigures>, meaning: string) {
  const rates = [...truth].filter(([rate]) => rate !== "")
  switch (meaning) {
    case "tax":
      return Object.fromEntries(rates.map(([rate, { tax }]) => [rate, tax]))
    case "gross":
      return Object.fromEntries(rates.map(([rate, { gross }]) => [`${rate}${rate.includes(".") ? "" : ".0"}`, gross]))
    case "list":
      return []
    default:
      return null
  }
}
