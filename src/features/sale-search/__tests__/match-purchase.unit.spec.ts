import { type Purchase, purchaseSchema } from "../../../pos-api/contract"
import { isTextIn, matchPurchase, productNames, readSaleSearch } from "../rules"

const UUID = "1e7b8a3c-09f4-11f1-9c5e-4b2d8f0a6c31"
const PAYMENT = "2b0f2f6e-09f4-41f1-9c5e-4b2d8f0a6c32"

const purchase: Purchase = purchaseSchema.parse({
  purchaseUUID1: UUID,
  purchaseNumber: 1234,
  created: "2026-11-03T10:00:00.000+0000",
  amount: 24_900,
  currency: "SEK",
  userDisplayName: "Åsa Öberg",
  products: [
    {
      quantity: "1",
      type: "PRODUCT",
      name: "Tröja",
      variantName: "M",
      sku: "TROJA-M",
      barcode: "7310000000017",
      unitPrice: 24_900,
    },
    { quantity: "1", type: "CUSTOM_AMOUNT", name: "東京 kopp", unitPrice: 0 },
  ],
  payments: [
    {
      uuid: PAYMENT,
      type: "SERVICE_CARD",
      amount: 24_900,
      attributes: { maskedPan: "541333******0042", referenceNumber: "AB12CD34" },
    },
  ],
})

const match = (text: string, mayFindCashiers = true) =>
  matchPurchase(purchase, readSaleSearch(text, "SEK"), { mayFindCashiers })

describe("A purchase", () => {
  it.each([
    ["1234", ["number"]],
    ["249", ["amount"]],
    ["249,00 kr", ["amount"]],
    ["-249", []],
    ["0042", ["card"]],
    ["•••• 0042", ["card"]],
    ["AB12CD34", ["reference"]],
    ["7310000000017", ["code"]],
    ["731000000001", []],
    ["TROJA-M", ["words"]],
    ["tröja m", ["words"]],
    ["TRÖJA", ["words"]],
    ["東京", ["words"]],
    ["åsa", ["words"]],
    [UUID, ["identifier"]],
    [UUID.slice(0, 8), ["identifier"]],
    [PAYMENT, ["identifier"]],
    ["Byxa", []],
    ["", ["day"]],
  ])("matches %j by %j", (text, expected) => {
    expect(match(text)).toEqual(expected)
  })

  it("is not found by its cashier by those who may not see cashiers", () => {
    const raw = { userDisplayName: "Åsa Öberg", amount: "mycket", purchaseNumber: 70_003 }
    const find = (text: string, mayFindCashiers: boolean) =>
      isTextIn(raw, readSaleSearch(text, "SEK"), { mayFindCashiers })
    expect(match("Öberg", false)).toEqual([])
    expect([find("öberg", true), find("öberg", false), find("70003", false), find("7", true)]).toEqual([
      true,
      false,
      true,
      false,
    ])
  })

  it("shows its first products", () => {
    expect(productNames(purchase)).toEqual(["Tröja M", "東京 kopp"])
    expect(productNames(null)).toEqual([])
  })
})
