import { v1 as uuidVersion1 } from "uuid"
import { Application } from "./support/application"
import { postToken } from "./support/merchant"
import { MONDAY, useSandbox } from "./support/use-sandbox"

type Prepared = {
  productUuid: string
  variantUuid: string
  newVariantUuid: string
  purchaseUuid: string
  categoryUuid: string
  discountUuid: string
  subscriptionUuid: string
  destination: string
  store: string
  sold: string
}

/** Statuses: of both dialects, or as specified and as observed. */
type Row = [
  method: string,
  path: (known: Prepared) => string,
  status: number | [spec: number, field: number],
  body?: (known: Prepared) => unknown,
]

const ORGANIZATION = "/organizations/self"
const IMAGE = "data:image/png;base64,"
const PIXELS =
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQMAAACQp+OdAAAAA1BMVEX/AAAZ4gk3AAAAD0lEQVR42mNgGAWjYGABAAAAwAABPhGcGQAAAABJRU5ErkJggg=="

const aSubscription = ({ destination }: Pick<Prepared, "destination">) => ({
  uuid: uuidVersion1(),
  transportName: "WEBHOOK",
  eventNames: ["PurchaseCreated"],
  destination,
  contactEmail: "butiken@example.com",
})

const aProduct = () => ({
  uuid: uuidVersion1(),
  name: "Kaffekopp",
  // What connectors send of their own.
  etag: "",
  updatedAt: "2026-03-09T10:30:00Z",
  createdAt: "2026-03-09T10:30:00Z",
  variants: [{ uuid: uuidVersion1(), defaultQuantity: "1" }],
})

/** Every route that public clients call, in the order in which none takes away what a later one needs. */
const ROWS: Row[] = [
  ["GET", () => "/users/self", 200],
  ["GET", () => "/users/me", 200],
  ["GET", () => "/api/resources/organizations/self", 200],
  ["GET", () => `${ORGANIZATION}/products`, 200],
  ["GET", () => `${ORGANIZATION}/products/v2?sort=true`, 200],
  ["GET", () => `${ORGANIZATION}/products/v2/count`, 200],
  ["GET", ({ productUuid }) => `${ORGANIZATION}/products/${productUuid}`, 200],
  ["POST", () => `${ORGANIZATION}/products`, 201, aProduct],
  ["POST", () => `${ORGANIZATION}/products?returnEntity=true`, 201, aProduct],
  [
    "PUT",
    ({ productUuid }) => `${ORGANIZATION}/products/v2/${productUuid}`,
    200,
    ({ productUuid, variantUuid }) => ({ uuid: productUuid, name: "Tekopp", variants: [{ uuid: variantUuid }] }),
  ],
  ["GET", () => `${ORGANIZATION}/library?limit=500`, 200],
  ["GET", () => `${ORGANIZATION}/library?limit=1&offset=0&all=true`, 200],
  ["POST", () => `${ORGANIZATION}/import/v2`, 200, () => ({ products: [aProduct()] })],
  ["GET", () => `${ORGANIZATION}/import/status`, 200],
  [
    "POST",
    () => `${ORGANIZATION}/categories/v2`,
    201,
    ({ categoryUuid }) => ({ categories: [{ uuid: categoryUuid, name: "Kök" }] }),
  ],
  ["GET", () => `${ORGANIZATION}/categories/v2`, 200],
  [
    "PATCH",
    ({ categoryUuid }) => `${ORGANIZATION}/categories/v2/${categoryUuid}`,
    204,
    () => ({ name: "Kök och bad" }),
  ],
  ["DELETE", ({ categoryUuid }) => `${ORGANIZATION}/categories/v2/${categoryUuid}`, 204],
  [
    "POST",
    () => `${ORGANIZATION}/discounts`,
    201,
    ({ discountUuid }) => ({ uuid: discountUuid, name: "Stamkund", percentage: "10" }),
  ],
  ["GET", () => `${ORGANIZATION}/discounts`, 200],
  ["GET", ({ discountUuid }) => `${ORGANIZATION}/discounts/${discountUuid}`, 200],
  ["DELETE", ({ discountUuid }) => `${ORGANIZATION}/discounts/${discountUuid}`, 204],
  ["GET", () => "/v1/taxes", [200, 403]],
  [
    "POST",
    () => `/v2/images${ORGANIZATION}/products`,
    422,
    () => ({ imageFormat: "PNG", imageUrl: `${IMAGE}${PIXELS}`, imageData: null }),
  ],
  ["POST", () => `${ORGANIZATION}/subscriptions`, 200, aSubscription],
  ["GET", () => `${ORGANIZATION}/subscriptions`, 200],
  [
    "PUT",
    ({ subscriptionUuid }) => `${ORGANIZATION}/subscriptions/${subscriptionUuid}`,
    200,
    () => ({ eventNames: ["ProductCreated"] }),
  ],
  ["DELETE", ({ subscriptionUuid }) => `${ORGANIZATION}/subscriptions/${subscriptionUuid}`, 204],
  ["DELETE", ({ subscriptionUuid }) => `${ORGANIZATION}/subscriptions/uuid/${subscriptionUuid}`, 404],
  ["GET", () => "/v3/inventories", 200],
  ["POST", () => "/v3/inventories", 201, () => ({ name: "Lagret", description: "i källaren" })],
  ["POST", () => "/v3/products", 204, ({ productUuid }) => [{ productUuid, tracking: "enable" }]],
  ["POST", () => "/v3/products/status", 200, ({ productUuid }) => [productUuid]],
  [
    "POST",
    () => "/v3/movements",
    204,
    ({ productUuid, variantUuid, store, sold }) => ({
      identifier: uuidVersion1(),
      movements: [{ productUuid, variantUuid, from: store, to: sold, change: 1 }],
    }),
  ],
  ["GET", () => "/v3/stock", 200],
  ["GET", ({ store }) => `/v3/stock/${store}`, 200],
  ["GET", ({ store, productUuid }) => `/v3/stock/${store}/products/${productUuid}`, 200],
  ["GET", () => "/purchases/v2?limit=10&descending=true", 200],
  ["GET", () => "/purchases/v2?startDate=2026-03-01T00:00&endDate=2026-03-31T00:00", 200],
  ["GET", ({ purchaseUuid }) => `/purchases/v2/${purchaseUuid}`, 200],
  ["GET", ({ purchaseUuid }) => `/purchase/v2/${purchaseUuid}`, 200],
  ["GET", () => "/v2/accounts/liquid/transactions?start=2026-01-01T00:00:00&end=2026-12-31T00:00:00", 200],
  ["GET", () => "/v2/accounts/preliminary/balance", 200],
  ["GET", () => "/v2/payout-info", 200],
  ["GET", () => `${ORGANIZATION}/accounts/LIQUID/transactions?start=2026-01-01&end=2026-12-31`, 200],
  ["GET", () => `${ORGANIZATION}/accounts/PRELIMINARY/balance?at=2026-03-09`, 200],
  ["GET", () => `${ORGANIZATION}/payout-info`, 200],
  ["POST", () => `${ORGANIZATION}/categories`, 201, () => ({ uuid: uuidVersion1(), name: "Bad" })],
  ["GET", () => `${ORGANIZATION}/categories`, 200],
  ["GET", () => `${ORGANIZATION}/products/options`, 200],
  ["POST", () => `${ORGANIZATION}/products/online/slug`, 200, () => ({ productName: "Kaffekopp" })],
  ["GET", () => `${ORGANIZATION}/images`, 200],
  [
    "POST",
    ({ productUuid }) => `${ORGANIZATION}/products/${productUuid}/variants`,
    201,
    ({ newVariantUuid }) => ({ uuid: newVariantUuid }),
  ],
  [
    "PUT",
    ({ productUuid, newVariantUuid }) => `${ORGANIZATION}/products/${productUuid}/variants/${newVariantUuid}`,
    204,
    () => ({ name: "L" }),
  ],
  [
    "DELETE",
    ({ productUuid, newVariantUuid }) => `${ORGANIZATION}/products/${productUuid}/variants/${newVariantUuid}`,
    204,
  ],
  ["DELETE", ({ productUuid }) => `${ORGANIZATION}/products/${productUuid}`, 204],
  ["DELETE", () => `${ORGANIZATION}/products?uuid=${uuidVersion1()}&uuid=${uuidVersion1()}`, 204],
]

describe.each(["spec", "field"] as const)("Public clients against the %s dialect", (dialect) => {
  const world = useSandbox({ startAt: MONDAY, dialect }, {})

  async function prepare(): Promise<Prepared> {
    const { merchant } = world
    // The limit of calls has tests of its own.
    await merchant.control.patch("/settings", { dialect: { rateV3: "spec" } })
    const { product, variantUuid } = await merchant.createProduct()
    const { data: sale } = await merchant.sell([{ variantUuid }])
    const { url: destination } = await world.openDestination()
    const subscription = aSubscription({ destination })
    await merchant.api.post("/organizations/self/subscriptions", subscription)
    const { store, sold } = await merchant.inventories()
    return {
      productUuid: product.uuid,
      variantUuid,
      newVariantUuid: uuidVersion1(),
      purchaseUuid: sale.purchaseUUID1,
      categoryUuid: uuidVersion1(),
      discountUuid: uuidVersion1(),
      subscriptionUuid: subscription.uuid,
      destination,
      store,
      sold,
    }
  }

  /** What came of every row, beside what is expected. */
  async function walk(bend: (path: string) => string, fill: (method: string) => unknown) {
    const known = await prepare()
    const found: string[] = []
    const expected: string[] = []
    for (const [method, path, status, body] of ROWS) {
      const address = bend(path(known))
      const data = body ? body(known) : fill(method)
      const answer = await world.merchant.api.request({
        method,
        url: address,
        data,
        ...(data === undefined ? {} : { headers: { "content-type": "application/json" } }),
      })
      const name = `${method} ${address.split("?")[0]?.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, "…")}`
      found.push(`${name} ${answer.status}`)
      expected.push(`${name} ${Array.isArray(status) ? status[dialect === "spec" ? 0 : 1] : status}`)
    }
    const { data } = await world.merchant.control.get("/requests", { params: { status: "404" } })
    const unknown = data.requests.filter(({ nearest }: { nearest: unknown }) => nearest !== null)
    return { found, expected, unknown }
  }

  it("every route that they call is there", async () => {
    const { found, expected, unknown } = await walk(
      (path) => path,
      () => undefined
    )
    expect(found).toEqual(expected)
    expect(unknown).toEqual([])
  })

  it("with a slash at its end, and with `{}` where there is no body", async () => {
    const { found, expected, unknown } = await walk(
      (path) => path.replace(/(\?|$)/, "/$1"),
      () => ({})
    )
    expect(found).toEqual(expected)
    expect(unknown).toEqual([])
  })

  it("a token is given for the key's own client id, and for that of an application", async () => {
    const { sandbox, merchant } = world
    const { clientId } = await Application.register(merchant)
    for (const client_id of [merchant.clientId, clientId]) {
      const form = { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", client_id, assertion: merchant.apiKey }
      expect((await postToken(sandbox, form)).status).toBe(200)
    }
  })
})
