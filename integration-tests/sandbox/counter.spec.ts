import { v1 as uuidVersion1 } from "uuid"
import type { Sandbox } from "../../src/sandbox"
import { Destination, Merchant, openSandbox } from "./support/merchant"

describe("Sales, purchases and inventory", () => {
  let sandbox: Sandbox
  let merchant: Merchant
  let destination: Destination

  beforeEach(async () => {
    sandbox = await openSandbox()
    merchant = await Merchant.open(sandbox)
    destination = await new Destination().open()
    await merchant.subscribe(destination.url)
  })
  afterEach(async () => {
    await destination.close()
    await sandbox.close()
  })

  const sell = (variantUuid: string, quantity: number | string = 1) =>
    merchant.control.post("/sales", { organizationUuid: merchant.organizationUuid, items: [{ variantUuid, quantity }] })

  const payloads = async (eventName: string) => {
    await new Promise((resolve) => setTimeout(resolve, 150))
    return destination.events(eventName).map(({ body }) => JSON.parse(JSON.parse(body).payload))
  }

  const inventory = async () => {
    const { data } = await merchant.api.get("/v3/inventories")
    const of = (type: string): string =>
      data.find(({ inventoryType }: { inventoryType: string }) => inventoryType === type).inventoryUuid
    return { store: of("STORE"), supplier: of("SUPPLIER"), sold: of("SOLD"), bin: of("BIN") }
  }

  it("a sale makes a purchase with rows, VAT and a card payment", async () => {
    const { product } = await merchant.createProduct()
    const { status, data } = await sell(product.variants[0]?.uuid ?? "", 2)
    expect(status).toBe(201)
    expect(data).toMatchObject({
      amount: 99_800,
      vatAmount: 20_278,
      groupedVatAmounts: { "25.5": 20_278 },
      purchaseNumber: 1,
      refund: false,
      products: [{ type: "PRODUCT", quantity: "2", unitPrice: 49_900, vatPercentage: 25.5, rowTaxableAmount: 79_522 }],
      payments: [{ type: "SERVICE_CARD", amount: 99_800, attributes: { maskedPan: expect.any(String) } }],
    })
    expect(Buffer.from(data.purchaseUUID, "base64url").toString("hex")).toBe(data.purchaseUUID1.replaceAll("-", ""))
  })

  it("taxation EXCLUSIVE adds the tax on top", async () => {
    const exclusive = await Merchant.open(sandbox, { taxationMode: "EXCLUSIVE" })
    const { product } = await exclusive.createProduct()
    const items = [{ variantUuid: product.variants[0]?.uuid, quantity: "1" }]
    const { data } = await exclusive.control.post("/sales", { organizationUuid: exclusive.organizationUuid, items })
    expect(data).toMatchObject({ amount: 62_625, vatAmount: 12_725 })
  })

  it("PurchaseCreated carries purchaseUuid; without tracking no stock moves", async () => {
    const { product } = await merchant.createProduct()
    const { data } = await sell(product.variants[0]?.uuid ?? "")
    const [payload] = await payloads("PurchaseCreated")
    expect(payload).toMatchObject({ purchaseUuid: data.purchaseUUID1, amount: data.amount })
    expect(payload).not.toHaveProperty("purchaseUUID1")
    expect(await payloads("InventoryBalanceChanged")).toEqual([])
  })

  it("tracked stock moves with movements and sales, in decimals", async () => {
    const { product } = await merchant.createProduct()
    const variantUuid = product.variants[0]?.uuid ?? ""
    const { store, supplier } = await inventory()
    await merchant.api.post("/v3/products", [{ productUuid: product.uuid, tracking: "enable" }])
    const identifier = uuidVersion1()
    const movements = [{ productUuid: product.uuid, variantUuid, from: supplier, to: store, change: 10.5 }]
    for (const _twice of [1, 2]) {
      expect((await merchant.api.post("/v3/movements", { identifier, movements })).status).toBe(204)
    }
    await sell(variantUuid, "0.350")
    const { data } = await merchant.api.get(`/v3/stock/${store}/products/${product.uuid}`)
    expect(data).toMatchObject([{ variantUuid, balance: "10.15" }])
    expect((await payloads("InventoryTrackingStarted"))[0]).toMatchObject({ productUuid: product.uuid })
    expect(await payloads("InventoryBalanceChanged")).toMatchObject([
      { externalUuid: identifier, balanceBefore: [{ balance: "0" }], balanceAfter: [{ balance: "10.5" }] },
      { externalUuid: null, balanceBefore: [{ balance: "10.5" }], balanceAfter: [{ balance: "10.15" }] },
    ])
  })

  it("a movement of an untracked product, and between unknown inventories, answers 422", async () => {
    const { product } = await merchant.createProduct()
    const { store, supplier } = await inventory()
    const move = (from: string) =>
      merchant.api.post("/v3/movements", {
        identifier: uuidVersion1(),
        movements: [{ productUuid: product.uuid, variantUuid: product.variants[0]?.uuid, from, to: store, change: 1 }],
      })
    expect((await move(supplier)).status).toBe(422)
    await merchant.api.post("/v3/products", [{ productUuid: product.uuid, tracking: "enable" }])
    expect((await move(uuidVersion1())).status).toBe(422)
    expect((await move(supplier)).status).toBe(204)
  })

  describe("purchase list", () => {
    const list = (query = "") => merchant.api.get(`/purchases/v2${query}`)
    const numbers = (data: { purchases: { purchaseNumber: number }[] }) =>
      data.purchases.map(({ purchaseNumber }) => purchaseNumber)

    beforeEach(async () => {
      const { product } = await merchant.createProduct()
      for (let sale = 0; sale < 5; sale++) {
        await sell(product.variants[0]?.uuid ?? "")
        await merchant.control.post("/clock", { advance: 60 })
      }
    })

    it("limit and lastPurchaseHash page through all, in the order of creation", async () => {
      const first = (await list("?limit=3")).data
      const second = (await list(`?limit=3&lastPurchaseHash=${first.lastPurchaseHash}`)).data
      expect([numbers(first), numbers(second)]).toEqual([
        [1, 2, 3],
        [4, 5],
      ])
      expect(first.linkUrls[0]).toMatch(/^<http.*lastPurchaseHash=.*>; rel="next"$/)
    })

    it("the last cursor stays valid as everything since; an empty page has no new one", async () => {
      const { lastPurchaseHash } = (await list()).data
      const empty = (await list(`?lastPurchaseHash=${lastPurchaseHash}`)).data
      expect(empty).toEqual({ purchases: [], linkUrls: [] })
    })

    it("descending returns the most recent first", async () => {
      const first = (await list("?descending=true&limit=2")).data
      const second = (await list(`?descending=true&limit=2&lastPurchaseHash=${first.lastPurchaseHash}`)).data
      expect([...numbers(first), ...numbers(second)]).toEqual([5, 4, 3, 2])
    })

    it("startDate is inclusive and endDate exclusive, in both forms", async () => {
      const { purchases } = (await list()).data
      const minute = new Date(purchases[2].created.replace("+0000", "Z")).toISOString().slice(0, 16)
      const from = numbers((await list(`?startDate=${minute}`)).data)
      const until = numbers((await list(`?endDate=${minute}`)).data)
      expect([...until, ...from]).toEqual([1, 2, 3, 4, 5])
      expect(numbers((await list("?endDate=2001-01-01")).data)).toEqual([])
    })

    it("three years of history are given", async () => {
      await merchant.control.post("/clock", { advance: 3 * 366 * 86_400 })
      const headers = { authorization: `Bearer ${merchant.apiKey}` }
      expect((await merchant.api.get("/purchases/v2", { headers })).data.purchases).toEqual([])
    })

    it.each(["?limit=0", "?limit=1001", "?startDate=yesterday", "?descending=maybe", "?lastPurchaseHash=x"])(
      "%s answers 400",
      async (query) => {
        expect((await list(query)).status).toBe(400)
      }
    )

    it("one purchase: 200, 404, 401; and 403 without READ:PURCHASE", async () => {
      const { purchases } = (await list()).data
      const path = `/purchases/v2/${purchases[0].purchaseUUID1}`
      expect((await merchant.api.get(path)).data).toEqual(purchases[0])
      expect((await merchant.api.get(`/purchases/v2/${uuidVersion1()}`)).status).toBe(404)
      expect((await merchant.api.get(path, { headers: { authorization: "Bearer x" } })).status).toBe(401)
      const narrow = await Merchant.open(sandbox, { scopes: ["READ:PRODUCT"] })
      expect((await narrow.api.get("/purchases/v2")).status).toBe(403)
    })
  })
})
