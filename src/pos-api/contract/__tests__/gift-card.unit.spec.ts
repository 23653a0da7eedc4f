import { giftCardSchema } from "../account"

const uuid = "0e6d7b58-cb5f-11f0-8de9-0242ac120002"

describe("a gift card", () => {
  it.each([
    ["in lower case", { created: "2026-11-21", validTo: "2027-11-21" }],
    ["with capitals", { Created: "2026-11-21", ValidTo: "2027-11-21" }],
  ])("has its dates %s", (_name, dates) => {
    expect(giftCardSchema.parse({ uuid, ...dates, initialAmount: 50_000, remainingAmount: "12500" })).toMatchObject({
      created: "2026-11-21",
      validTo: "2027-11-21",
      initialAmount: 50_000,
      remainingAmount: 12_500,
    })
  })

  it.each(["a card", 7, null, undefined])("is not %p", (value) => {
    expect(giftCardSchema.safeParse(value).success).toBe(false)
  })
})
