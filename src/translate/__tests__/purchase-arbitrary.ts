import fc from "fast-check"
import { type Purchase, purchaseSchema, type PurchaseRow } from "../../pos-api/contract"

const CURRENCIES = ["SEK", "EUR", "JPY", "KWD", "ISK"]
const RATES = [0, 6, 12, 19, 25, 25.5]

const quantityArbitrary = fc.oneof(
  fc.integer({ min: 1, max: 40 }).map(String),
  fc.constantFrom("0.350", "1.125", "0.005", "2.5")
)

const rowArbitrary: fc.Arbitrary<PurchaseRow> = fc.record({
  quantity: quantityArbitrary,
  type: fc.constantFrom("PRODUCT", "CUSTOM_AMOUNT", "GIFTCARD", "FROM_THE_FUTURE"),
  name: fc.constantFrom("Tröja", "東京タワー", "", "Äpplen"),
  vatPercentage: fc.constantFrom(...RATES),
  unitPrice: fc.integer({ min: 0, max: 500_000 }),
  discountValue: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 500 })),
})

/** What a till might have printed: its own arithmetic, written here without the code under test. */
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
  })
  .map(({ rows, currency, exclusive, purchaseDiscount, serviceCharge, tip, tipInAmount, contradiction, split }) => {
    const gross = (net: number, rate: number) => (exclusive ? net + Math.round((net * rate) / 100) : net)
    const rowTotals = rows.map((row) =>
      gross(Math.round(row.unitPrice * Number(row.quantity)) - (row.discountValue ?? 0), row.vatPercentage ?? 0)
    )
    const charge = serviceCharge ? gross(serviceCharge.amount, serviceCharge.vatPercentage) : 0
    const subtotal = rowTotals.reduce((one, other) => one + other, 0) + charge
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
          type: "SERVICE_CARD",
          amount: firstPart,
          gratuityAmount: tip || null,
        },
        ...(split
          ? [{ uuid: "11111111-1111-11ee-8000-000000000002", type: "SERVICE_CASH", amount: paid - firstPart }]
          : []),
      ],
    })
  })
