import { type Purchase, purchaseForAccountingSchema, purchaseSchema } from "../../../pos-api/contract"
import { compareReceipt, type StoredReceipt } from "../classify-receipt"

const UUID = "01234567-89ab-11ee-8000-0123456789ab"

const refund: Purchase = purchaseSchema.parse({
  purchaseUUID1: UUID,
  created: "2026-11-20T10:11:12.131+0000",
  purchaseNumber: 7,
  amount: -24_900,
  currency: "SEK",
  country: "SE",
  userDisplayName: "Åsa",
  refund: true,
  refundsPurchaseUUID1: "01234567-89ab-11ee-8000-0123456789aa",
  products: [
    { quantity: "-1", type: "PRODUCT", name: "Tröja", variantName: "M", vatPercentage: 25, unitPrice: 24_900 },
    { quantity: "-2.5", type: "CUSTOM_AMOUNT", name: "東京茶", unitPrice: 0 },
  ],
  payments: [{ uuid: UUID, type: "CARD", amount: -24_900 }],
})

const stored: StoredReceipt = {
  amount: -24_900,
  currency_code: "sek",
  sold_at: new Date("2026-11-20T10:11:12.131Z"),
  purchase_number: 7,
  cashier: "Åsa",
  refunds_purchase_uuid: "01234567-89ab-11ee-8000-0123456789aa",
  payload: refund,
  details_erased_at: null,
}

const change = (changed: Partial<StoredReceipt>): StoredReceipt => Object.assign({}, stored, changed)

describe("comparing a receipt with the POS's version", () => {
  it.each<[string, StoredReceipt]>([
    ["the same", stored],
    ["a time with other milliseconds", change({ sold_at: new Date("2026-11-20T10:11:12.900Z") })],
    ["a cashier that the store did not get", change({ cashier: null })],
    [
      "erased details",
      change({
        payload: purchaseForAccountingSchema.parse(refund),
        cashier: null,
        details_erased_at: new Date("2026-11-21T00:00:00Z"),
      }),
    ],
  ])("finds nothing in %s", (_name, receipt) => {
    expect(compareReceipt(refund, receipt)).toEqual([])
  })

  it.each<[string, Partial<StoredReceipt>, unknown, unknown]>([
    ["amount", { amount: -12_450 }, -12_450, -24_900],
    ["currency_code", { currency_code: "kwd" }, "kwd", "sek"],
    ["sold_at", { sold_at: new Date("2026-11-20T10:11:13Z") }, "2026-11-20T10:11:13Z", "2026-11-20T10:11:12Z"],
    ["purchase_number", { purchase_number: null }, null, 7],
    ["cashier", { cashier: "Bo" }, "Bo", "Åsa"],
    ["sale", { refunds_purchase_uuid: null }, null, "01234567-89ab-11ee-8000-0123456789aa"],
    ["payments", { payload: Object.assign({}, refund, { payments: [] }) }, [], [{ label: "CARD", amount: -24_900 }]],
    [
      "lines",
      { payload: Object.assign({}, refund, { products: refund.products.slice(0, 1) }) },
      [{ label: "-1 × Tröja, M (25 %)", amount: 24_900 }],
      [
        { label: "-1 × Tröja, M (25 %)", amount: 24_900 },
        { label: "-2.5 × 東京茶", amount: 0 },
      ],
    ],
  ])("finds another %s, with both values", (field, changed, store, pos) => {
    expect(compareReceipt(refund, change(changed))).toEqual([{ field, store, pos }])
  })
})
