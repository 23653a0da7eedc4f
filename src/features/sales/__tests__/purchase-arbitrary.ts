import fc from "fast-check"
import { type Purchase, type PurchaseRow, purchaseSchema } from "../../../pos-api/contract"

const CURRENCIES = ["SEK", "EUR", "JPY", "KWD", "ISK"]
const RATES = [0, 6, 12, 19, 25, 25.5]

const quantityArbitrary = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 40 }).map(String) },
  { weight: 3, arbitrary: fc.constantFrom("0.350", "1.125", "0.005", "2.5") },
  { weight: 1, arbitrary: fc.constant("0") }
)

/** Sales taxes of an American register: none, one or several, which add up. */
const taxRatesArbitrary = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.array(
      fc.record({ label: fc.constantFrom("State", "City", ""), percentage: fc.constantFrom(4, 8.875, 0.5) }),
      { maxLength: 3 }
    ),
  }
)

const PAYMENT_TYPES = [
  "SERVICE_CARD",
  "SERVICE_CARD_ONLINE",
  "SERVICE_INVOICE",
  "ALT_PAY_SE",
  "WALLET",
  "GIFTCARD",
  "DEFERRED_PAY",
  "FROM_THE_FUTURE",
]

const rateOf = (row: PurchaseRow) => {
  const taxes = (row.taxRates ?? []).reduce((sum, { percentage }) => sum + (percentage ?? 0), 0)
  return taxes > 0 ? taxes : (row.vatPercentage ?? 0)
}

const rowArbitrary: fc.Arbitrary<PurchaseRow> = fc.record({
  quantity: quantityArbitrary,
  type: fc.constantFrom("PRODUCT", "CUSTOM_AMOUNT", "GIFTCARD", "FROM_THE_FUTURE"),
  name: fc.constantFrom("Tröja", "東京タワー", "", "Äpplen"),
  vatPercentage: fc.constantFrom(...RATES),
  taxRates: taxRatesArbitrary,
  unitPrice: fc.integer({ min: 0, max: 500_000 }),
  discountValue: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 500 })),
})

/** What a register might have printed: its own arithmetic, written here without the code under test. */
export const purchaseArbitrary: fc.Arbitrary<Purchase> = fc
  .record({
    rows: fc.array(rowArbitrary, { minLength: 1, maxLength: 8 }),
    currency: fc.constantFrom(...CURRENCIES),
    exclusive: fc.boolean(),
    purchaseDiscount: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 40 })),
    serviceCharge: fc.option(
      fc.record({ amount: fc.integer({ min: 0, max: 9_900 }), vatPercentage: fc.constantFrom(...RATES) })
    ),
    tip: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5_000 })),
    tipInAmount: fc.boolean(),
    contradiction: fc.oneof(
      { weight: 9, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: -5_000, max: 5_000 }) }
    ),
    split: fc.boolean(),
    paymentType: fc.constantFrom(...PAYMENT_TYPES),
  })
  .map(
    ({
      rows,
      currency,
      exclusive,
      purchaseDiscount,
      serviceCharge,
      tip,
      tipInAmount,
      contradiction,
      split,
      paymentType,
    }) => {
      const gross = (net: number, rate: number) => (exclusive ? net + Math.round((net * rate) / 100) : net)
      const rowTotals = rows.map((row) =>
        gross(Math.round(row.unitPrice * Number(row.quantity)) - (row.discountValue ?? 0), rateOf(row))
      )
      const charge = serviceCharge ? gross(serviceCharge.amount, serviceCharge.vatPercentage) : 0
      const subtotal = rowTotals.reduce((left, right) => left + right, 0) + charge
      const discount = Math.round((Math.max(subtotal, 0) * purchaseDiscount) / 100)
      const amount = subtotal - discount + (tipInAmount ? tip : 0) + contradiction
      const paid = amount + (tipInAmount ? 0 : tip)
      const firstPart = split ? Math.floor(paid / 3) : paid
      return purchaseSchema.parse({
        purchaseUUID1: "01234567-89ab-11ee-8000-0123456789ab",
        created: "2026-03-04T05:06:07.089+0000",
        purchaseNumber: 17,
        amount,
        currency,
        country: "SE",
        taxationMode: exclusive ? "EXCLUSIVE" : "INCLUSIVE",
        products: rows,
        discounts: discount > 0 ? [{ percentage: purchaseDiscount }] : [],
        serviceCharge: serviceCharge ? { ...serviceCharge, title: "Leverans", quantity: "1" } : null,
        payments: [
          {
            uuid: "11111111-1111-11ee-8000-000000000001",
            type: paymentType,
            amount: firstPart,
            gratuityAmount: tip || null,
          },
          ...(split
            ? [{ uuid: "11111111-1111-11ee-8000-000000000002", type: "SERVICE_CASH", amount: paid - firstPart }]
            : []),
        ],
      })
    }
  )
