import { v1 as uuidVersion1 } from "uuid"
import { aVariant } from "./support/products"
import { useSandbox } from "./support/use-sandbox"

describe("Refunds", () => {
  const world = useSandbox()
  const sellProduct = async (quantity: number | string = 1, basket: object = {}) => {
    const { product, variantUuid } = await world.merchant.createProduct()
    const { data } = await world.merchant.sell([{ variantUuid, quantity }], basket)
    return { product, variantUuid, sale: data }
  }
  const read = async (uuid: string) => (await world.merchant.api.get(`/purchases/v2/${uuid}`)).data
  const balance = async (productUuid: string) => {
    const { store } = await world.merchant.inventories()
    return (await world.merchant.api.get(`/v3/stock/${store}/products/${productUuid}`)).data[0].balance
  }

  it("a full refund is a purchase of its own with negative quantities and amounts", async () => {
    const { sale } = await sellProduct(2)
    const { status, data } = await world.merchant.refund(sale.purchaseUUID1)
    expect(status).toBe(201)
    expect(data).toMatchObject({
      refund: true,
      refunded: false,
      amount: -99_800,
      vatAmount: -20_278,
      groupedVatAmounts: { "25.5": -20_278 },
      purchaseNumber: 2,
      products: [{ quantity: "-2", unitPrice: 49_900, rowTaxableAmount: -79_522, type: "PRODUCT" }],
      payments: [{ amount: -99_800, type: "SERVICE_CARD" }],
    })
    expect(data.purchaseUUID1).not.toBe(sale.purchaseUUID1)
    expect(await read(data.purchaseUUID1)).toEqual(data)
  })

  it("it names the original in refundsPurchaseUUID1 and the deprecated refundsPurchaseUUID", async () => {
    const { sale } = await sellProduct()
    expect((await world.merchant.refund(sale.purchaseUUID1)).data).toMatchObject({
      refundsPurchaseUUID1: sale.purchaseUUID1,
      refundsPurchaseUUID: sale.purchaseUUID,
    })
  })

  it("the original says refunded and by which, in both forms; nothing else of it changes", async () => {
    const { sale } = await sellProduct()
    const { data } = await world.merchant.refund(sale.purchaseUUID1)
    expect(await read(sale.purchaseUUID1)).toEqual({
      ...sale,
      refunded: true,
      refundedByPurchaseUUIDs: [data.purchaseUUID],
      refundedByPurchaseUUIDs1: [data.purchaseUUID1],
    })
  })

  it("each payment names the one it gives back in references.refundsPayment", async () => {
    const payments = [{ method: "cash", amount: 10_000 }, { method: "card" }]
    const { sale } = await sellProduct(1, { payments })
    const { data } = await world.merchant.refund(sale.purchaseUUID1)
    expect(data.payments).toMatchObject([
      { type: "SERVICE_CASH", amount: -10_000, references: { refundsPayment: sale.payments[0].uuid } },
      { type: "SERVICE_CARD", amount: -39_900, references: { refundsPayment: sale.payments[1].uuid } },
    ])
    const uuids = [...sale.payments, ...data.payments].map(({ uuid }: { uuid: string }) => uuid)
    expect(new Set(uuids).size).toBe(4)
  })

  it("a partial refund returns some of a row, at its unit price", async () => {
    const { sale } = await sellProduct(3)
    const { data } = await world.merchant.refund(sale.purchaseUUID1, { items: [{ row: 0, quantity: 1 }] })
    expect(data).toMatchObject({ amount: -49_900, products: [{ quantity: "-1", unitPrice: 49_900 }] })
    expect((await read(sale.purchaseUUID1)).refunded).toBe(true)
  })

  it("a partial refund of a decimal quantity", async () => {
    const { sale } = await sellProduct("0.350")
    const { data } = await world.merchant.refund(sale.purchaseUUID1, { items: [{ row: 0, quantity: "0.150" }] })
    expect(data).toMatchObject({ amount: -7_485, products: [{ quantity: "-0.150" }] })
  })

  it("several refunds of one purchase: each is listed, and the last takes what is left", async () => {
    const { sale } = await sellProduct(3)
    const first = (await world.merchant.refund(sale.purchaseUUID1, { items: [{ row: 0, quantity: 1 }] })).data
    const second = (await world.merchant.refund(sale.purchaseUUID1)).data
    expect([first, second].map(({ amount }) => amount)).toEqual([-49_900, -99_800])
    const { refundedByPurchaseUUIDs1 } = await read(sale.purchaseUUID1)
    expect(refundedByPurchaseUUIDs1).toEqual([first.purchaseUUID1, second.purchaseUUID1])
  })

  it("several refunds of odd amounts and quantities come to the purchase exactly", async () => {
    const variants = [aVariant({ price: { amount: 333, currencyId: "SEK" } })]
    const { variantUuid } = await world.merchant.createProduct({ variants })
    const items = [
      { variantUuid, quantity: 3, discount: { amount: 100 } },
      { type: "custom-amount", amount: 101 },
    ]
    const sale = (await world.merchant.sell(items, { discounts: [{ percentage: 7 }] })).data
    const refunds = []
    for (const input of [{ items: [{ row: 0, quantity: 1 }] }, { items: [{ row: 0, quantity: 1 }] }, {}]) {
      refunds.push((await world.merchant.refund(sale.purchaseUUID1, input)).data)
    }
    const given = refunds.reduce((sum, refund) => sum + refund.amount, 0)
    expect(given).toBe(-sale.amount)
  })

  it.each([
    ["tax on top", { taxationMode: "EXCLUSIVE" }, "25", 3],
    ["a decimal quantity", {}, "0", "1.5"],
  ])(
    "parts that round up to more than was paid return all of it and no more: %s",
    async (_name, mode, vat, quantity) => {
      const merchant = await world.openMerchant(mode)
      const variants = [aVariant({ price: { amount: vat === "0" ? 1 : 2, currencyId: "SEK" } })]
      const { variantUuid } = await merchant.createProduct({ vatPercentage: vat, variants })
      const sale = (await merchant.sell([{ variantUuid, quantity }])).data
      const amounts = []
      for (let part = 0; part < 3; part++) {
        const items = [{ row: 0, quantity: Number(quantity) / 3 }]
        amounts.push((await merchant.refund(sale.purchaseUUID1, { items })).data.amount)
      }
      expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(-sale.amount)
    }
  )

  it("a custom amount that no row stands for", async () => {
    const { sale } = await sellProduct()
    const { data } = await world.merchant.refund(sale.purchaseUUID1, { customAmount: 10_000 })
    expect(data).toMatchObject({
      amount: -10_000,
      vatAmount: -2_032,
      customAmountSale: true,
      products: [{ type: "CUSTOM_AMOUNT", quantity: "-1", unitPrice: 10_000 }],
    })
  })

  it("discounts go back in proportion: the row's and the purchase's", async () => {
    const { variantUuid } = await world.merchant.createProduct()
    const items = [{ variantUuid, quantity: 2, discount: { percentage: 10 } }]
    const sale = (await world.merchant.sell(items, { discounts: [{ percentage: 50 }] })).data
    const { data } = await world.merchant.refund(sale.purchaseUUID1, { items: [{ row: 0, quantity: 1 }] })
    expect(sale.amount).toBe(44_910)
    expect(data).toMatchObject({
      amount: -22_455,
      products: [{ discountValue: -4_990 }],
      discounts: [{ quantity: -1, value: -22_455 }],
    })
  })

  const serviceCharge = { title: "Hemkörning", amount: 4_900, vatPercentage: 25 }
  const chargeBack = { amount: -4_900, quantity: "-1" }

  it("tip and service charge go back with a full refund", async () => {
    const { sale } = await sellProduct(2, { tip: 1_000, serviceCharge })
    const { data } = await world.merchant.refund(sale.purchaseUUID1)
    expect(data).toMatchObject({
      amount: -105_700,
      serviceCharge: chargeBack,
      payments: [{ amount: -105_700, gratuityAmount: -1_000 }],
    })
  })

  it("tip and service charge go back with the rest after a refund in parts, and only once", async () => {
    const { sale } = await sellProduct(2, { tip: 1_000, serviceCharge })
    const part = (await world.merchant.refund(sale.purchaseUUID1, { items: [{ row: 0, quantity: 1 }] })).data
    expect([part.amount, part.serviceCharge]).toEqual([-49_900, undefined])
    expect(part.payments).toEqual([expect.not.objectContaining({ gratuityAmount: expect.anything() })])
    const { data } = await world.merchant.refund(sale.purchaseUUID1)
    expect(data).toMatchObject({
      amount: -55_800,
      serviceCharge: chargeBack,
      payments: [{ amount: -55_800, gratuityAmount: -1_000 }],
    })
    expect((await world.merchant.refund(sale.purchaseUUID1)).status).toBe(422)
  })

  it("tip and service charge are what is left when all goods went back in parts", async () => {
    const { sale } = await sellProduct(1, { tip: 1_000, serviceCharge })
    await world.merchant.refund(sale.purchaseUUID1, { items: [{ row: 0, quantity: 1 }] })
    const { data } = await world.merchant.refund(sale.purchaseUUID1)
    expect(data).toMatchObject({
      amount: -5_900,
      products: [],
      serviceCharge: chargeBack,
      payments: [{ amount: -5_900, gratuityAmount: -1_000 }],
    })
    expect((await world.merchant.refund(sale.purchaseUUID1)).status).toBe(422)
  })

  it("a tip goes back as far as a custom amount has left it", async () => {
    const { sale } = await sellProduct(1, { tip: 1_000 })
    await world.merchant.refund(sale.purchaseUUID1, { customAmount: 600 })
    const { data } = await world.merchant.refund(sale.purchaseUUID1)
    expect(data).toMatchObject({ amount: -50_300, payments: [{ amount: -50_300, gratuityAmount: -400 }] })
  })

  it("by another method than was paid with", async () => {
    const { sale } = await sellProduct()
    const { data } = await world.merchant.refund(sale.purchaseUUID1, { method: "cash" })
    expect(data.payments).toMatchObject([
      { type: "SERVICE_CASH", amount: -49_900, references: { refundsPayment: sale.payments[0].uuid } },
    ])
  })

  it("goods go back to the store, unless restock is false", async () => {
    const { product, sale } = await sellProduct(2)
    const { organizationUuid } = world.merchant
    const change = { organizationUuid, productUuid: product.uuid, variantUuid: product.variants[0]?.uuid, change: 10 }
    await world.merchant.control.post("/stock", change)
    await world.merchant.refund(sale.purchaseUUID1, { items: [{ row: 0, quantity: 1 }] })
    expect(await balance(product.uuid)).toBe("11")
    await world.merchant.refund(sale.purchaseUUID1, { restock: false })
    expect(await balance(product.uuid)).toBe("11")
  })

  it("a refund to a gift card gives its balance back", async () => {
    const card = (await world.merchant.sell([{ type: "gift-card", amount: 60_000 }])).data.products[0].details
    const payments = [{ method: "gift-card", giftCardUuid: card.giftcardUuid }]
    const { sale } = await sellProduct(1, { payments })
    expect((await world.merchant.giftCard(card.giftcardUuid)).data.remainingAmount).toBe(10_100)
    await world.merchant.refund(sale.purchaseUUID1)
    expect((await world.merchant.giftCard(card.giftcardUuid)).data.remainingAmount).toBe(60_000)
  })

  it("a sold gift card that was not used is emptied by its refund; a used one answers 422", async () => {
    const [unused, used] = [
      (await world.merchant.sell([{ type: "gift-card", amount: 50_000 }])).data,
      (await world.merchant.sell([{ type: "gift-card", amount: 50_000 }])).data,
    ]
    const usedCard = used.products[0].details.giftcardUuid
    await sellProduct(1, { payments: [{ method: "gift-card", giftCardUuid: usedCard }] })
    expect((await world.merchant.refund(unused.purchaseUUID1)).status).toBe(201)
    const emptied = (await world.merchant.giftCard(unused.products[0].details.giftcardUuid)).data
    expect(emptied).toMatchObject({ initialAmount: 50_000, remainingAmount: 0 })
    expect((await world.merchant.refund(used.purchaseUUID1)).status).toBe(422)
  })

  it.each([
    ["more of a row than was sold", { items: [{ row: 0, quantity: 3 }] }],
    ["a row that the receipt does not have", { items: [{ row: 1, quantity: 1 }] }],
    ["a quantity of 0", { items: [{ row: 0, quantity: 0 }] }],
    ["a custom amount above what was paid", { customAmount: 99_801 }],
  ])("%s answers 422 and makes no purchase", async (_name, input) => {
    const { sale } = await sellProduct(2)
    expect((await world.merchant.refund(sale.purchaseUUID1, input)).status).toBe(422)
    expect((await world.merchant.api.get("/purchases/v2")).data.purchases).toEqual([sale])
  })

  it("more than is left after an earlier refund answers 422", async () => {
    const { sale } = await sellProduct(2)
    await world.merchant.refund(sale.purchaseUUID1, { items: [{ row: 0, quantity: 1 }] })
    expect((await world.merchant.refund(sale.purchaseUUID1, { items: [{ row: 0, quantity: 2 }] })).status).toBe(422)
    expect((await world.merchant.refund(sale.purchaseUUID1, { customAmount: 49_901 })).status).toBe(422)
  })

  it("a second full refund, and a refund of a refund, answer 422", async () => {
    const { sale } = await sellProduct()
    const { data } = await world.merchant.refund(sale.purchaseUUID1)
    expect((await world.merchant.refund(sale.purchaseUUID1)).status).toBe(422)
    expect((await world.merchant.refund(data.purchaseUUID1)).status).toBe(422)
  })

  it("an unknown purchase answers 404", async () => {
    expect((await world.merchant.refund(uuidVersion1())).status).toBe(404)
  })
})
