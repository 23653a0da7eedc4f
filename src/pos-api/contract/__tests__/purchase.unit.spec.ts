import { purchaseNotificationSchema, purchaseSchema } from "../purchase"

/** Version 1, as the interface's page says, and version 4, as it answers. */
const V1 = "0e6d7b58-cb5f-11f0-8de9-0242ac120002"
const V4 = "7c9e6679-7425-40de-944b-e07fc1f90ae7"

const row = { quantity: "0.350", type: "PRODUCT", name: "Räksmörgås", unitPrice: 14_900, vatPercentage: 12 }
const payment = { uuid: V4, type: "SERVICE_CARD", amount: 5_215 }
const purchase = {
  purchaseUUID1: V1,
  created: "2026-11-21T09:08:07.123+0000",
  amount: 5_215,
  vatAmount: 559,
  currency: "SEK",
  products: [row],
  payments: [payment],
}

const read = (change: object) => purchaseSchema.parse({ ...purchase, ...change })

describe("a purchase", () => {
  it("keeps what the contract does not name, at every level", () => {
    const extra = {
      userId: 4711,
      organizationId: 815,
      cashRegister: { uuid: V4, name: "Kassa 1" },
      taxAmount: 559,
      note: "Åsa hämtar",
      published: true,
      taxValues: [{ rate: "12.0", amount: 559 }],
      references: { checkoutUUID: V4, paymentlinkOrder: { uuid: V1 } },
      products: [{ ...row, grossValue: 5_215, grossTax: 559, taxExempt: false, description: "på danskt rågbröd" }],
      payments: [{ ...payment, attributes: { nrOfInstallments: 3, installmentAmount: 1_739 } }],
    }
    expect(read(extra)).toEqual({ ...purchase, ...extra })
  })

  it.each([
    [
      "its time in a list, as it is declared",
      { timestamp: ["2026-11-21T09:08:07.123+0000"] },
      { timestamp: "2026-11-21T09:08:07.123+0000" },
    ],
    ["its time in a list of parts", { timestamp: [2026, 11, 21] }, { timestamp: undefined }],
    ["identifiers of version 4", { purchaseUUID1: V4 }, { purchaseUUID1: V4 }],
    ["amounts in text", { amount: "5215", vatAmount: "559" }, { amount: 5_215, vatAmount: 559 }],
    [
      "a quantity and a rate of the other type",
      { products: [{ ...row, quantity: 2, vatPercentage: "25.5", unitPrice: "14900" }] },
      { products: [{ ...row, quantity: "2", vatPercentage: 25.5 }] },
    ],
    [
      "a discount with a value",
      { discounts: [{ name: "Personal", quantity: 1, value: 500, amount: 500 }] },
      { discounts: [{ name: "Personal", quantity: 1, value: 500, amount: 500 }] },
    ],
    ["no row and no payment", { products: null, payments: undefined }, { products: [], payments: [] }],
    [
      "VAT by rate as an object",
      { groupedVatAmounts: { "25.0": 70_000, "0.0": "100" } },
      { groupedVatAmounts: { "25.0": 70_000, "0.0": 100 } },
    ],
    ["a time without zone", { created: "2026-11-21T09:08:07" }, { created: "2026-11-21T09:08:07" }],
    [
      "a time in milliseconds, as notifications have it",
      { created: null, timestamp: 1_795_252_087_123 },
      { timestamp: 1_795_252_087_123 },
    ],
    ["no cash register", { cashRegister: null }, { cashRegister: null }],
    ["cash registers in a list", { cashRegister: [{ uuid: V1 }] }, { cashRegister: [{ uuid: V1 }] }],
    [
      "cash that was handed back",
      { payments: [{ ...payment, type: "SERVICE_CASH", amount: -500, attributes: { handedAmount: -500 } }] },
      { payments: [{ ...payment, type: "SERVICE_CASH", amount: -500, attributes: { handedAmount: -500 } }] },
    ],
  ])("is read with %s", (_name, change, expected) => {
    expect(read(change)).toMatchObject(expected)
  })

  it.each(["STORE_CREDIT", "CUSTOM", "SERVICE_TAP_ON_PHONE", "SERVICE_PAYMENT_LINK", "UNKNOWN", "VAD_SOM_KOMMER"])(
    "keeps the payment type %s",
    (type) => {
      expect(read({ payments: [{ ...payment, type, attributes: null, references: null }] }).payments[0]?.type).toBe(
        type
      )
    }
  )

  it.each([
    ["no time of sale", { created: "igår" }, "created"],
    ["an amount with a fraction", { amount: 52.15 }, "amount"],
    ["a quantity that is no number", { products: [{ ...row, quantity: "många" }] }, "products.0.quantity"],
    ["a payment without amount", { payments: [{ ...payment, amount: null }] }, "payments.0.amount"],
    ["no currency", { currency: "kronor" }, "currency"],
  ])("is refused with %s, and the field named", (_name, change, path) => {
    const { error } = purchaseSchema.safeParse({ ...purchase, ...change })
    expect(error?.issues.map((issue) => issue.path.join("."))).toEqual([path])
  })

  it("is named by purchaseUuid in a notification", () => {
    const { purchaseUUID1, ...rest } = purchase
    expect(purchaseNotificationSchema.parse({ ...rest, purchaseUuid: purchaseUUID1 }).purchaseUUID1).toBe(V1)
    expect(purchaseNotificationSchema.parse({ ...purchase, purchaseUuid: V4 }).purchaseUUID1).toBe(V1)
    expect(purchaseNotificationSchema.parse(purchase)).toEqual(purchase)
  })

  it.each([null, "a purchase", 7, undefined])("is not %p", (value) => {
    expect(purchaseNotificationSchema.safeParse(value).success).toBe(false)
  })
})
