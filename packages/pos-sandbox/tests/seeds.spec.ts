import { v1 as uuidVersion1 } from "uuid"
import { startSandbox } from "../src"
import { Merchant } from "./support/merchant"
import { MONDAY, openSandbox, useSandbox } from "./support/use-sandbox"

type Purchase = Record<string, unknown> & {
  created: string
  refund: boolean
  discounts: unknown[]
  products: { type: string; quantity: string; unitPrice: number }[]
  payments: { type: string; amount: number; gratuityAmount?: number }[]
}

describe("Seeds", () => {
  const world = useSandbox({ startAt: MONDAY })
  const seed = (merchant: Merchant, input: object) =>
    merchant.control.post(`/organizations/${merchant.organizationUuid}/seed`, input)
  const products = async ({ api }: Merchant) => (await api.get("/organizations/self/products/v2")).data
  const purchases = async ({ api }: Merchant): Promise<Purchase[]> => (await api.get("/purchases/v2")).data.purchases

  /** Without what reports one organization and one moment from another. */
  const comparable = (list: object[]) =>
    JSON.parse(
      JSON.stringify(list, (key, value) =>
        /^(organizationUuid|userUuid|\w+ByUserUuid|fromLocationUuid|toLocationUuid|etag|created|updated|timestamp)$/.test(
          key
        )
          ? undefined
          : value
      )
    )

  beforeEach(() => world.merchant.control.post("/clock", { stopped: true }))

  it("the same seed gives the same goods and the same receipts, uuids and all", async () => {
    const other = await world.openMerchant()
    for (const merchant of [world.merchant, other]) {
      const { status, data } = await seed(merchant, { seed: 7, products: 20, purchases: 100 })
      expect([status, data]).toEqual([200, { products: 20, purchases: 100 }])
    }
    expect(comparable(await products(world.merchant))).toEqual(comparable(await products(other)))
    expect(comparable(await purchases(world.merchant))).toEqual(comparable(await purchases(other)))
  })

  it("another seed gives others", async () => {
    const other = await world.openMerchant()
    await seed(world.merchant, { seed: 7, products: 5 })
    await seed(other, { seed: 8, products: 5 })
    expect(comparable(await products(world.merchant))).not.toEqual(comparable(await products(other)))
  })

  it("receipts are spread over three years up to now, in order of creation", async () => {
    await seed(world.merchant, { products: 5, purchases: 300 })
    const created = (await purchases(world.merchant)).map((purchase) => purchase.created)
    expect(created).toHaveLength(300)
    expect([...created].sort()).toEqual(created)
    expect(created[0]?.slice(0, 7)).toBe("2023-03")
    expect(created.at(-1)?.slice(0, 7)).toBe("2026-03")
  })

  it("there are refunds, discounts, tips, gift cards, custom amounts, decimal quantities and several ways to pay", async () => {
    await seed(world.merchant, { products: 30, purchases: 500 })
    const list = await purchases(world.merchant)
    const rows = list.flatMap((purchase) => purchase.products)
    const payments = list.flatMap((purchase) => purchase.payments)
    expect(list.filter(({ refund }) => refund).length).toBeGreaterThan(2)
    expect(list.filter(({ discounts }) => discounts.length > 0).length).toBeGreaterThan(2)
    expect(payments.filter(({ gratuityAmount }) => gratuityAmount).length).toBeGreaterThan(2)
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(["PRODUCT", "CUSTOM_AMOUNT", "GIFTCARD"]))
    expect(rows.some(({ quantity }) => quantity.includes("."))).toBe(true)
    expect(new Set(payments.map(({ type }) => type)).size).toBeGreaterThanOrEqual(4)
  })

  it("gift cards are sold and paid with later, and what they hold is what was not yet paid", async () => {
    await seed(world.merchant, { products: 30, purchases: 900, days: 1_095 })
    const list = await purchases(world.merchant)
    const sold = list.flatMap(({ products: rows }) => rows.filter(({ type }) => type === "GIFTCARD"))
    const paid = list.flatMap(({ payments }) => payments.filter(({ type }) => type === "GIFTCARD"))
    const { control, organizationUuid } = world.merchant
    const { data: cards } = await control.get("/gift-cards", { params: { organizationUuid, limit: 1_000 } })
    const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
    expect(cards).toHaveLength(sold.length)
    expect(paid.length).toBeGreaterThan(2)
    expect(sumOf(cards.map(({ remainingAmount }: { remainingAmount: number }) => remainingAmount))).toBe(
      sumOf(sold.map(({ unitPrice }) => unitPrice)) - sumOf(paid.map(({ amount }) => amount))
    )
  })

  it("with growth the last weeks sell more than the first, with the same goods", async () => {
    const other = await world.openMerchant()
    const days = { seed: 7, products: 5, purchases: 400, days: 84 }
    await seed(world.merchant, { ...days, growth: 3 })
    await seed(other, days)
    const lateShare = (list: Purchase[]) =>
      list.filter(({ created }) => Date.parse(created) > MONDAY.getTime() - 28 * 86_400_000).length / list.length
    expect(lateShare(await purchases(world.merchant))).toBeGreaterThan(lateShare(await purchases(other)) + 0.05)
  })

  it("goods of a shop in yen have whole prices", async () => {
    const shop = await world.openMerchant({ country: "JP", currency: "JPY", timeZone: "Asia/Tokyo" })
    await seed(shop, { products: 5 })
    const [{ variants }] = await products(shop)
    expect(variants[0].price).toEqual({ amount: expect.any(Number), currencyId: "JPY" })
    expect(variants[0].price.amount).toBeLessThan(3_000)
  })

  it("products of the past send events, receipts do not", async () => {
    const destination = await world.openDestination()
    await world.merchant.subscribe(destination.url, ["PurchaseCreated"])
    await seed(world.merchant, { products: 3, purchases: 20 })
    await world.merchant.settled()
    expect(destination.events("PurchaseCreated")).toEqual([])
  })

  it("receipts for an organization that has some answer 409; a seed that is no number 422", async () => {
    await seed(world.merchant, { products: 1, purchases: 1 })
    expect((await seed(world.merchant, { purchases: 1 })).status).toBe(409)
    expect((await seed(world.merchant, { seed: "frö" })).status).toBe(422)
  })

  it("startSandbox({ seed }) begins with a shop, and gives its key", async () => {
    const sandbox = await startSandbox({ seed: { seed: 3, products: 4, purchases: 5 } })
    const { seeded } = sandbox
    await sandbox.close()
    expect(seeded).toEqual({ organizationUuid: expect.any(String), apiKey: expect.any(String) })
  })

  it("receipts are paged through to the end", async () => {
    await seed(world.merchant, { products: 10, purchases: 350 })
    let [count, cursor] = [0, ""]
    for (;;) {
      const { data } = await world.merchant.api.get(`/purchases/v2?limit=100${cursor}`)
      if (data.purchases.length === 0) {
        break
      }
      count += data.purchases.length
      cursor = `&lastPurchaseHash=${data.lastPurchaseHash}`
    }
    expect(count).toBe(350)
  })
})

describe("Snapshots", () => {
  const world = useSandbox({ startAt: MONDAY })
  const take = async () =>
    Buffer.from((await world.merchant.control.get("/snapshot", { responseType: "arraybuffer" })).data)
  const putBack = (merchant: Merchant, bytes: Buffer) =>
    merchant.control.put("/snapshot", bytes, { headers: { "content-type": "application/octet-stream" } })
  const read = async (path: string) => (await world.merchant.api.get(path)).data
  const everything = async () => ({
    products: await read("/organizations/self/products/v2"),
    purchases: await read("/purchases/v2"),
    subscriptions: await read("/organizations/self/subscriptions"),
    stock: await read(`/v3/stock/${(await world.merchant.inventories()).store}`),
    balance: await read("/v2/accounts/preliminary/balance"),
    import: await read("/organizations/self/import/status"),
    settings: (await world.merchant.control.get("/settings")).data,
    faults: (await world.merchant.control.get("/faults")).data,
  })
  const fill = async () => {
    const { control, organizationUuid } = world.merchant
    const { product, variantUuid } = await world.merchant.createProduct()
    await control.post("/stock", { organizationUuid, productUuid: product.uuid, variantUuid, change: 5 })
    await world.merchant.sell([{ variantUuid }, { type: "gift-card", amount: 50_000 }])
    await world.merchant.api.post("/organizations/self/import/v2", { products: [product] })
    await control.patch("/settings", { importSeconds: 2 })
    await control.post("/faults", { kind: "lose", eventName: "OrganizationUpdated" })
  }

  it("GET takes everything, PUT brings it back", async () => {
    await fill()
    await world.merchant.settled()
    const before = await everything()
    const snapshot = await take()
    await world.merchant.createProduct()
    await world.merchant.sell([{ type: "custom-amount", amount: 100 }])
    expect(await everything()).not.toEqual(before)
    expect((await putBack(world.merchant, snapshot)).status).toBe(204)
    expect(await everything()).toEqual(before)
  })

  it("waiting retries go on at their times after it is brought back, with the same message", async () => {
    await world.merchant.control.post("/clock", { stopped: true })
    const destination = await world.openDestination()
    await world.merchant.subscribe(destination.url)
    destination.status = 500
    await world.merchant.createProduct()
    await world.merchant.settled()
    await world.merchant.control.post("/clock", { advance: 30 })
    const snapshot = await take()
    await putBack(world.merchant, snapshot)
    await world.merchant.control.post("/clock", { advance: 29 })
    expect(destination.events("ProductCreated")).toHaveLength(1)
    destination.status = 200
    await world.merchant.control.post("/clock", { advance: 1 })
    const bodies = destination.events("ProductCreated").map(({ body }) => body)
    expect(bodies).toEqual([bodies[0], bodies[0]])
    expect(await read("/organizations/self/subscriptions")).toMatchObject([{ status: "ACTIVE" }])
  })

  it("in another sandbox: its keys, tokens and stopped clock are those of the snapshot, the control token its own", async () => {
    await world.merchant.control.post("/clock", { stopped: true })
    await world.merchant.advance(86_400)
    const snapshot = await take()
    const { data: clock } = await world.merchant.control.get("/clock")
    const elsewhere = await openSandbox()
    const otherMerchant = await Merchant.open(elsewhere)
    const { status } = await putBack(otherMerchant, snapshot)
    const { authorization } = world.merchant.api.defaults.headers.common
    const known = await otherMerchant.api.get("/users/self", { headers: { authorization } })
    const shown = (await otherMerchant.control.get("/clock")).data
    await elsewhere.close()
    expect(status).toBe(204)
    expect(known.data.organizationUuid).toBe(world.merchant.organizationUuid)
    expect(shown).toEqual(clock)
  })

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["other bytes", Buffer.from("ingen ögonblicksbild")],
  ])("%s answers 422 and changes nothing", async (_name, bytes) => {
    const { product } = await world.merchant.createProduct()
    expect((await putBack(world.merchant, bytes)).status).toBe(422)
    expect((await world.merchant.api.get(`/organizations/self/products/${product.uuid}`)).status).toBe(200)
  })

  it("an import that was under way is ended with an error, and can be sent again", async () => {
    await world.merchant.control.patch("/settings", { importSeconds: 60 })
    const products = [{ uuid: uuidVersion1(), name: "Vara", variants: [{ uuid: uuidVersion1() }] }]
    const { uuid } = (await world.merchant.api.post("/organizations/self/import/v2", { products })).data
    await putBack(world.merchant, await take())
    expect(await read(`/organizations/self/import/status/${uuid}`)).toMatchObject({
      state: "FINISHED_ERROR",
      errorMessage: expect.any(String),
    })
  })
})
