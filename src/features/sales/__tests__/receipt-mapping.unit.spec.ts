import { anyPurchaseSchema, type Purchase, purchaseSchema } from "../../../pos-api/contract"
import { changedPaths, withPath } from "../../catalog/__tests__/full-product"
import { RECEIPT_MAPPING, toReceiptOrder } from "../../purchases/order-mapping"

const UUID = (number: number) => `00000000-0000-11ee-8000-${String(number).padStart(12, "0")}`

/** A purchase in which nothing that is mapped is empty. */
const purchase: Purchase = purchaseSchema.parse({
  purchaseUUID1: UUID(1),
  purchaseNumber: 7,
  globalPurchaseNumber: 70,
  source: "POS",
  created: "2026-11-21T10:00:00.000+0000",
  currency: "SEK",
  country: "SE",
  userDisplayName: "Åsa",
  amount: 9_000,
  taxationMode: "INCLUSIVE",
  products: [
    {
      quantity: "1",
      type: "PRODUCT",
      productUuid: UUID(2),
      variantUuid: UUID(3),
      name: "Tröja",
      variantName: "M",
      sku: "T-M",
      barcode: "7300000000001",
      unitName: "st",
      unitPrice: 10_000,
      vatPercentage: 25,
      discount: { name: "Rea" },
      discountValue: 1_000,
      comment: "Present",
    },
  ],
  payments: [{ uuid: UUID(4), type: "CARD", amount: 9_000, attributes: { cardType: "VISA" } }],
})

const OTHERS: Record<string, unknown> = {
  purchaseUUID1: UUID(9),
  purchaseNumber: 8,
  globalPurchaseNumber: 80,
  source: "WEB_SHOP",
  created: "2026-11-20T10:00:00.000+0000",
  currency: "NOK",
  country: "NO",
  userDisplayName: "Bo",
  amount: 9_500,
  taxationMode: "EXCLUSIVE",
  "products.productUuid": UUID(10),
  "products.variantUuid": UUID(11),
  "products.name": "東京",
  "products.variantName": "L",
  "products.sku": "T-L",
  "products.barcode": "7300000000002",
  "products.quantity": "0.350",
  "products.unitName": "kg",
  "products.unitPrice": 10_100,
  "products.vatPercentage": 25.5,
  "products.taxRates": [{ percentage: 8, label: "Stad" }],
  "products.taxExempt": true,
  "products.discountValue": 500,
  "products.discount": { name: "Vänner" },
  discounts: [{ name: "Klubb", amount: 500 }],
  "products.comment": "Lämnas",
  "products.type": "GIFTCARD",
  "products.details": { giftcardUuid: UUID(12) },
  serviceCharge: { amount: 500, title: "Leverans", vatPercentage: 25, quantity: "1" },
  "payments.uuid": UUID(13),
  "payments.type": "CASH",
  "payments.amount": 9_100,
  "payments.gratuityAmount": 100,
  "payments.references": { refundsPayment: UUID(14) },
  "payments.attributes": { cardType: "MASTERCARD" },
}

/** What is discounted on a whole receipt shows where the amount is lower than the rows. */
const BESIDE: Partial<Record<string, Record<string, unknown>>> = { discounts: { amount: 8_500 } }

describe("The declared mapping of receipts", () => {
  it.each(RECEIPT_MAPPING)("says what becomes of $pos", ({ pos, order }) => {
    const beside = Object.entries(BESIDE[pos] ?? {}).reduce(
      (item, [path, value]) => withPath(item, path, value),
      purchase
    )
    const changed = changedPaths(toReceiptOrder(beside), toReceiptOrder(withPath(beside, pos, OTHERS[pos])))
    expect(order.filter((path) => !changed.some((item) => item === path || item.startsWith(`${path}.`)))).toEqual([])
  })

  it("has every member of the order, and names members of a purchase only", () => {
    const declared = RECEIPT_MAPPING.flatMap(({ order }) => order)
    const members = changedPaths({}, toReceiptOrder(purchase)).filter(
      (path) => !path.startsWith("payments.attributes.")
    )
    const isDeclared = (path: string) => declared.some((item) => path === item || path.startsWith(`${item}.`))
    expect(members.filter((path) => !isDeclared(path))).toEqual([])
    const known = Object.keys(anyPurchaseSchema.shape)
    expect(RECEIPT_MAPPING.filter(({ pos }) => !known.includes(pos.split(".")[0] ?? ""))).toEqual([])
  })
})
