import axios from "axios"
import { v1 as uuidVersion1 } from "uuid"
import { aProduct } from "./support/products"
import { useSandbox } from "./support/use-sandbox"

type Method = "get" | "post" | "put" | "delete"

const UUID = uuidVersion1()
const LIBRARY = "/organizations/self/products"
const IMAGES = "/v2/images/organizations/self/products"

/** Every operation with the scopes it needs (spec "Authentication" 3, as observed). */
const OPERATIONS: [Method, string, string[]][] = [
  ["post", LIBRARY, ["READ:PRODUCT", "WRITE:PRODUCT"]],
  ["put", `${LIBRARY}/v2/${UUID}`, ["READ:PRODUCT", "WRITE:PRODUCT"]],
  ["get", `${LIBRARY}/v2`, ["READ:PRODUCT"]],
  ["get", `${LIBRARY}/${UUID}`, ["READ:PRODUCT"]],
  ["delete", `${LIBRARY}/${UUID}`, ["READ:PRODUCT", "WRITE:PRODUCT"]],
  ["delete", `${LIBRARY}?uuid=${UUID}`, ["READ:PRODUCT", "WRITE:PRODUCT"]],
  ["get", "/organizations/self/categories/v2", ["READ:PRODUCT"]],
  ["get", "/v1/taxes", ["READ:PRODUCT"]],
  ["post", "/organizations/self/import/v2", ["READ:PRODUCT", "WRITE:PRODUCT"]],
  ["get", "/organizations/self/import/status", ["READ:PRODUCT"]],
  ["get", `/organizations/self/import/status/${UUID}`, ["READ:PRODUCT"]],
  ["post", `${IMAGES}/upload`, ["READ:PRODUCT"]],
  ["post", IMAGES, ["READ:PRODUCT"]],
  ["post", `${IMAGES}/bulk`, ["READ:PRODUCT"]],
  ["get", "/purchases/v2", ["READ:PURCHASE"]],
  ["get", `/purchases/v2/${UUID}`, ["READ:PURCHASE"]],
  ["get", `/organizations/self/giftcards/external/${UUID}`, ["READ:PURCHASE"]],
  ["get", "/v2/accounts/liquid/transactions", ["READ:FINANCE"]],
  ["get", "/v2/accounts/liquid/balance", ["READ:FINANCE"]],
  ["get", "/v2/payout-info", ["READ:FINANCE"]],
  ["get", "/api/resources/organizations/self", ["READ:USERINFO"]],
  ["get", "/v3/inventories", ["READ:PRODUCT"]],
  ["post", "/v3/products", ["READ:PRODUCT", "WRITE:PRODUCT"]],
  ["post", "/v3/movements", ["READ:PRODUCT", "WRITE:PRODUCT"]],
  ["get", `/v3/stock/${UUID}`, ["READ:PRODUCT"]],
  ["get", "/organizations/self/locations", ["READ:PRODUCT"]],
  ["post", "/organizations/self/inventory", ["READ:PRODUCT", "WRITE:PRODUCT"]],
  ["put", "/organizations/self/inventory", ["READ:PRODUCT", "WRITE:PRODUCT"]],
  ["post", "/organizations/self/v2/inventory/bulk", ["READ:PRODUCT", "WRITE:PRODUCT"]],
  ["get", "/organizations/self/inventory/locations", ["READ:PRODUCT"]],
  ["delete", `/organizations/self/inventory/products/${UUID}`, ["READ:PRODUCT", "WRITE:PRODUCT"]],
  ["post", `${LIBRARY}/${UUID}/variants`, ["READ:PRODUCT", "WRITE:PRODUCT"]],
  ["put", `${LIBRARY}/${UUID}/variants/${UUID}`, ["READ:PRODUCT", "WRITE:PRODUCT"]],
  ["delete", `${LIBRARY}/${UUID}/variants/${UUID}`, ["READ:PRODUCT", "WRITE:PRODUCT"]],
  ["post", "/organizations/self/categories", ["READ:PRODUCT", "WRITE:PRODUCT"]],
  ["get", `${LIBRARY}/options`, ["READ:PRODUCT"]],
  ["get", "/organizations/self/accounts/LIQUID/balance", ["READ:FINANCE"]],
  ["get", "/organizations/self/payout-info", ["READ:FINANCE"]],
]

const ALL = ["READ:PRODUCT", "WRITE:PRODUCT", "READ:PURCHASE", "READ:FINANCE", "READ:USERINFO"]

describe("Scopes", () => {
  const world = useSandbox()

  describe.each(OPERATIONS)("%s %s", (method, url, needed) => {
    it("without a token answers 401", async () => {
      const baseURL = world.sandbox.url
      const { status } = await axios.request({ method, baseURL, url, validateStatus: () => true })
      expect(status).toBe(401)
    })

    it.each(needed)("without %s answers 403", async (missing) => {
      const narrow = await world.openMerchant({ scopes: ALL.filter((scope) => scope !== missing) })
      const { status, data } = await narrow.api.request({ method, url })
      expect([status, data.developerMessage]).toEqual([403, expect.stringContaining(missing)])
    })

    it(`with ${needed.join(" and ")} alone is not refused`, async () => {
      const narrow = await world.openMerchant({ scopes: needed })
      expect([401, 403]).not.toContain((await narrow.api.request({ method, url, data: {} })).status)
    })
  })
})

describe("Organizations", () => {
  const world = useSandbox()

  it.each([
    "products/v2",
    "categories/v2",
    "import/status",
    `giftcards/external/${UUID}`,
    "subscriptions",
    "locations",
  ])("GET /organizations/{uuid}/%s: its own UUID works as self does, another's answers 403", async (path) => {
    const { api, organizationUuid } = world.merchant
    const other = await world.openMerchant()
    const self = await api.get(`/organizations/self/${path}`)
    const own = await api.get(`/organizations/${organizationUuid}/${path}`)
    expect([own.status, own.data]).toEqual([self.status, self.data])
    expect((await api.get(`/organizations/${other.organizationUuid}/${path}`)).status).toBe(403)
  })

  it("never see each other's products, purchases, gift cards, subscriptions, stock or account", async () => {
    const [first, second] = [world.merchant, await world.openMerchant({ name: "Café Zoë", currency: "EUR" })]
    const destination = await world.openDestination()
    const { product, variantUuid } = await first.createProduct()
    await first.control.post("/stock", { ...at(first), productUuid: product.uuid, variantUuid, change: 3 })
    const sale = (await first.sell([{ variantUuid }, { type: "gift-card", amount: 50_000 }])).data
    const card = sale.products[1].details.giftcardUuid
    await first.subscribe(destination.url)
    await first.advance(3 * 86_400)
    await second.renewToken()

    const { store } = await first.inventories()
    const period = "start=2000-01-01T00:00:00Z&end=2100-01-01T00:00:00Z"
    expect((await first.api.get(`/v2/accounts/liquid/transactions?${period}`)).data.data).not.toEqual([])
    expect((await second.api.get(`/v2/accounts/liquid/transactions?${period}`)).data.data).toEqual([])
    expect((await second.api.get(`${LIBRARY}/v2`)).data).toEqual([])
    expect((await second.api.get("/purchases/v2")).data.purchases).toEqual([])
    expect((await second.api.get("/organizations/self/subscriptions")).data).toEqual([])
    const hidden = [`${LIBRARY}/${product.uuid}`, `/purchases/v2/${sale.purchaseUUID1}`, `/v3/stock/${store}`]
    for (const path of [...hidden, `/organizations/self/giftcards/external/${card}`]) {
      expect([path, (await second.api.get(path)).status]).toEqual([path, 404])
    }
  })

  it("a notification goes to subscriptions of its own organization only", async () => {
    const [destination, other] = [await world.openDestination(), await world.openMerchant()]
    await other.subscribe(destination.url)
    await world.merchant.createProduct(aProduct())
    await world.merchant.settled()
    expect(destination.received.map(({ body }) => JSON.parse(body).eventName)).toEqual(["TestMessage"])
  })

  const at = ({ organizationUuid }: { organizationUuid: string }) => ({ organizationUuid })
})
