import type { Sandbox } from "../src"
import { Merchant } from "./support/merchant"
import { openSandbox } from "./support/use-sandbox"

describe("What the register shows before anything is done", () => {
  let sandbox: Sandbox
  let merchant: Merchant
  let organizationUuid: string
  let variantUuid: string

  beforeEach(async () => {
    sandbox = await openSandbox()
    merchant = await Merchant.open(sandbox)
    organizationUuid = merchant.organizationUuid
    const { product } = await merchant.createProduct({ unitName: "kg" })
    variantUuid = product.variants[0]?.uuid ?? ""
  })
  afterEach(() => sandbox.close())

  const purchases = async () => (await merchant.control.get("/purchases", { params: { organizationUuid } })).data

  it("a quote of a sale comes to what the sale comes to, and keeps nothing", async () => {
    const basket = {
      organizationUuid,
      items: [
        { variantUuid, quantity: "0.350", discount: { percentage: 10 } },
        { type: "gift-card", amount: 50_000, validYears: 2 },
      ],
      discounts: [{ amount: 1_000 }],
      tip: 500,
    }
    const { data: quote } = await merchant.control.post("/sale-quotes", basket)
    expect(quote).toMatchObject({
      tip: 500,
      discounts: [{ value: 1_000 }],
      rows: [{ total: 15_718 }, { total: 50_000 }],
    })
    expect(await purchases()).toEqual([])
    const { data: sale } = await merchant.control.post("/sales", basket)
    expect(quote).toMatchObject({
      due: sale.amount,
      vatAmount: sale.vatAmount,
      groupedVatAmounts: sale.groupedVatAmounts,
    })
  })

  it("a receipt shows which rows can be refunded, and a quote shows the amount of a refund", async () => {
    const { data: sale } = await merchant.control.post("/sales", {
      organizationUuid,
      items: [{ variantUuid, quantity: "1.5" }],
    })
    const purchaseUuid = sale.purchaseUUID1
    await merchant.control.post("/refunds", { organizationUuid, purchaseUuid, items: [{ row: 0, quantity: "0.350" }] })
    const { data } = await merchant.control.get(`/purchases/${purchaseUuid}`, { params: { organizationUuid } })
    expect(data).toMatchObject({ openQuantities: ["1.15"], refunded: true })
    const { data: quote } = await merchant.control.post("/refund-quotes", { organizationUuid, purchaseUuid })
    expect(quote).toMatchObject({ amount: 57_385, payments: [{ type: "SERVICE_CARD", amount: -57_385 }] })
    expect(await purchases()).toHaveLength(2)
    const refused = await merchant.control.post("/refund-quotes", {
      organizationUuid,
      purchaseUuid,
      items: [{ row: 0, quantity: "1.2" }],
    })
    expect(refused.status).toBe(422)
    const unknown = await merchant.control.get(`/purchases/${variantUuid}`, { params: { organizationUuid } })
    expect(unknown.status).toBe(404)
  })

  it("categories are counted, and choose products", async () => {
    const category = { uuid: variantUuid, name: "Kök" }
    await merchant.createProduct({ name: "Kaffekopp", category })
    const { data } = await merchant.control.get("/categories", { params: { organizationUuid } })
    expect(data).toEqual([{ ...category, products: 1 }])
    const params = { organizationUuid, categoryUuid: category.uuid }
    const { data: products } = await merchant.control.get("/products", { params })
    expect(products).toMatchObject([{ name: "Kaffekopp" }])
  })
})
