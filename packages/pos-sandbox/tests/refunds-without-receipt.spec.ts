import { useSandbox } from "./support/use-sandbox"
import { trackProduct } from "./support/tracked-product"

describe("Refunds without a receipt", () => {
  const world = useSandbox()
  const refund = (items: object[], rest: object = {}) =>
    world.merchant.control.post("/refunds-without-receipt", {
      organizationUuid: world.merchant.organizationUuid,
      items,
      ...rest,
    })

  it("is a refund that names no sale, priced and discounted as the goods are sold today", async () => {
    const { variantUuid } = await world.merchant.createProduct({ unitName: "kg" })
    const { status, data } = await refund(
      [
        { variantUuid, quantity: "0.350", discount: { percentage: 10 } },
        { type: "custom-amount", amount: 1_255 },
      ],
      { discounts: [{ amount: 1_000 }], method: "cash" }
    )
    expect(status).toBe(201)
    expect(data).toMatchObject({
      refund: true,
      amount: -15_973,
      products: [
        { quantity: "-0.350", unitPrice: 49_900, discountValue: -1_747, vatPercentage: 25.5 },
        { quantity: "-1", type: "CUSTOM_AMOUNT", unitPrice: 1_255 },
      ],
      discounts: [{ quantity: -1, amount: 1_000, value: -1_000 }],
      payments: [{ type: "SERVICE_CASH", amount: -15_973 }],
    })
    expect(data.refundsPurchaseUUID1).toBeUndefined()
    expect(data.payments[0].references).toEqual({})
    expect((await world.merchant.api.get(`/purchases/v2/${data.purchaseUUID1}`)).data).toEqual(data)
  })

  it("comes to what the same basket is sold for, in every currency", async () => {
    for (const [currency, amount] of Object.entries({ JPY: 333, KWD: 1_255 })) {
      const merchant = await world.openMerchant({ currency, country: "FI" })
      const items = [{ type: "custom-amount", amount, quantity: "3", vatPercentage: 25.5 }]
      const { data: sale } = await merchant.sell(items)
      const { organizationUuid } = merchant
      const { data } = await merchant.control.post("/refunds-without-receipt", { organizationUuid, items })
      expect(data).toMatchObject({ currency, amount: -sale.amount, vatAmount: -sale.vatAmount })
    }
  })

  it("puts goods back on the shelf, or not, and notifies subscribers", async () => {
    const destination = await world.openDestination()
    await world.merchant.subscribe(destination.url, ["PurchaseCreated", "InventoryBalanceChanged"])
    const { variantUuid, rows } = await trackProduct(world.merchant)
    const { data } = await refund([{ variantUuid, quantity: 2 }])
    expect(await rows()).toMatchObject([{ balance: "2" }])
    await refund([{ variantUuid, quantity: 2 }], { restock: false })
    expect(await rows()).toMatchObject([{ balance: "2" }])
    await world.merchant.settled()
    expect(destination.events("InventoryBalanceChanged")).toHaveLength(1)
    const [created] = destination.events("PurchaseCreated")
    expect(created?.body).toContain(data.purchaseUUID1)
  })

  it("takes the money from the account when it goes back to a card", async () => {
    const { variantUuid } = await world.merchant.createProduct()
    const { data } = await refund([{ variantUuid }])
    expect(data.payments).toMatchObject([{ type: "SERVICE_CARD", amount: -49_900 }])
    await world.merchant.advance(3 * 86_400)
    const range = "start=2020-01-01T00:00:00&end=2100-01-01T00:00:00&includeTransactionType=PAYMENT"
    const { data: answer } = await world.merchant.api.get(`/v2/accounts/liquid/transactions?${range}`)
    expect(answer.data).toMatchObject([{ amount: -49_900, originatingTransactionUuid: data.payments[0].uuid }])
  })

  it.each([
    ["a gift card among the goods", { items: [{ type: "gift-card", amount: 1_000 }] }],
    ["a gift card to pay back to", { method: "gift-card" }],
    ["no goods", { items: [] }],
    ["no organization", { organizationUuid: null }],
  ])("refuses %s, and keeps nothing", async (_name, change) => {
    expect((await refund([{ type: "custom-amount", amount: 500 }], change)).status).toBe(422)
    const { organizationUuid } = world.merchant
    expect((await world.merchant.control.get("/purchases", { params: { organizationUuid } })).data).toEqual([])
  })
})
