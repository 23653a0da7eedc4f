import axios from "axios"
import { Merchant } from "./support/merchant"
import { MONDAY, useSandbox } from "./support/use-sandbox"

const SELF = "/organizations/self"

/** One call of each interface, by the name that budgets and faults know it by. */
const CALLS: [string, string][] = [
  ["oauth", "/users/self"],
  ["account", "/api/resources/organizations/self"],
  ["products", `${SELF}/products/v2`],
  ["imports", `${SELF}/import/status`],
  ["images", "/o/okänd.png"],
  ["purchases", "/purchases/v2"],
  ["gift-cards", `${SELF}/giftcards/external/x`],
  ["subscriptions", `${SELF}/subscriptions`],
  ["inventory", "/v3/inventories"],
  ["finance", "/v2/payout-info"],
]

describe("Rate limits", () => {
  const world = useSandbox({ startAt: MONDAY })
  const budget = (change: object) => world.merchant.control.patch("/budgets", change)
  const twoInAMinute = { requests: 2, seconds: 60 }

  /** Stops the clock in the first second of a window, however long the merchant took to open. */
  beforeEach(async () => {
    const { data } = await world.merchant.control.post("/clock", { stopped: true })
    const intoWindow = (Date.parse(data.now) / 1_000) % twoInAMinute.seconds
    await world.merchant.control.post("/clock", { advance: Math.ceil(twoInAMinute.seconds - intoWindow) })
  })

  it.each(CALLS)("%s: 429 with Retry-After in seconds when its budget is used up", async (name, path) => {
    await budget({ [name]: twoInAMinute })
    const call = () => world.merchant.api.get(path)
    expect((await call()).status).not.toBe(429)
    expect((await call()).status).not.toBe(429)
    const { status, headers, data } = await call()
    expect([status, headers["retry-after"], data.errorType]).toEqual([429, "60", "TOO_MANY_REQUESTS"])
  })

  it("Retry-After is the rest of the window, after which calls are answered again", async () => {
    await budget({ purchases: twoInAMinute })
    const call = () => world.merchant.api.get("/purchases/v2")
    await call()
    await call()
    await world.merchant.control.post("/clock", { advance: 25 })
    expect((await call()).headers["retry-after"]).toBe("35")
    await world.merchant.control.post("/clock", { advance: 35 })
    expect((await call()).status).toBe(200)
  })

  it("a budget of one interface leaves the others alone", async () => {
    await budget({ purchases: { requests: 1, seconds: 60 } })
    await world.merchant.api.get("/purchases/v2")
    expect((await world.merchant.api.get("/purchases/v2")).status).toBe(429)
    expect((await world.merchant.api.get(`${SELF}/products/v2`)).status).toBe(200)
  })

  it("each credential has a budget of its own", async () => {
    const other = await world.openMerchant()
    await budget({ purchases: { requests: 1, seconds: 60 } })
    const statuses = async (merchant: Merchant) => (await merchant.api.get("/purchases/v2")).status
    expect([await statuses(world.merchant), await statuses(other), await statuses(world.merchant)]).toEqual([
      200, 200, 429,
    ])
  })

  it("there is no budget by default, null lifts one, and GET /_sandbox/budgets shows them", async () => {
    expect((await world.merchant.control.get("/budgets")).data).toEqual({})
    await budget({ purchases: { requests: 1, seconds: 60 }, finance: twoInAMinute })
    await budget({ purchases: null })
    expect((await world.merchant.control.get("/budgets")).data).toEqual({ finance: twoInAMinute })
  })

  it.each([
    { purchases: { requests: 0, seconds: 1 } },
    { purchases: { requests: 1, seconds: 0 } },
    { registers: null },
  ])("a budget of %j answers 422", async (change) => {
    expect((await budget(change)).status).toBe(422)
  })
})

describe("Bodies and paths", () => {
  const world = useSandbox()
  const headers = { "content-type": "application/json" }
  const documented = { errorType: expect.any(String), developerMessage: expect.any(String), violations: [] }

  it.each([
    ["products", `${SELF}/products`],
    ["imports", `${SELF}/import/v2`],
    ["images", "/v2/images/organizations/self/products"],
    ["subscriptions", `${SELF}/subscriptions`],
    ["inventory", "/v3/movements"],
    ["control", "/_sandbox/sales"],
  ])("malformed JSON at %s answers 400 in the documented form", async (_name, path) => {
    const { status, data } = await world.merchant.api.post(path, '{"name": "Tröj', { headers })
    expect([status, data]).toEqual([400, documented])
  })

  it("a body of more than 1 MB answers 413 in the documented form", async () => {
    const { status, data } = await world.merchant.api.post(`${SELF}/products`, { name: "x".repeat(1_100_000) })
    expect([status, data]).toEqual([413, documented])
  })

  it("an import may be larger than 1 MB", async () => {
    const products = [{ uuid: "x", name: "x".repeat(1_100_000) }]
    expect((await world.merchant.api.post(`${SELF}/import/v2`, { products })).status).toBe(422)
  })

  it("a body that is no JSON object answers 4xx, never 500", async () => {
    for (const body of ["null", "47", '"tröja"', "[]", ""]) {
      const { status } = await world.merchant.api.post(`${SELF}/products`, body, { headers })
      expect([400, 422]).toContain(status)
    }
  })

  it.each(["/purchases/v3", "/organizations/self", "/_sandbox/okänd", "/%E0%A4%A"])(
    "a path that does not exist (%s) answers 4xx in the documented form",
    async (path) => {
      const { status, data } = await axios.get(`${world.sandbox.url}${path}`, { validateStatus: () => true })
      expect([400, 401, 404]).toContain(status)
      expect(data).toEqual(documented)
    }
  )
})
