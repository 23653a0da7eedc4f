import { requestToken } from "./support/merchant"
import { speak } from "./support/dialects"
import { trackProduct } from "./support/tracked-product"
import { MONDAY, useSandbox } from "./support/use-sandbox"

describe("[rateV3]", () => {
  const world = useSandbox({ startAt: MONDAY })
  const call = async (path = "/v3/inventories") => (await world.merchant.api.get(path)).status
  const callTimes = async (times: number) => {
    const statuses: number[] = []
    for (let time = 0; time < times; time++) {
      statuses.push(await call())
    }
    return statuses.filter((status) => status === 200).length
  }
  const advance = (seconds: number) => world.merchant.control.post("/clock", { advance: seconds })

  beforeEach(() => world.merchant.control.post("/clock", { stopped: true }))

  it("spec: as many calls as anybody likes", async () => {
    expect(await callTimes(30)).toBe(30)
  })

  it("field: after a short burst 4 a second are answered, the others 429 without Retry-After", async () => {
    await speak(world.merchant, "rateV3", "field")
    expect(await callTimes(20)).toBe(12)
    const { status, headers, data } = await world.merchant.api.get("/v3/inventories")
    expect([status, headers["retry-after"], data.errorType]).toEqual([429, undefined, "TOO_MANY_REQUESTS"])
    for (const seconds of [1, 0.5, 0.25]) {
      await advance(seconds)
      expect(await callTimes(8)).toBe(4 * seconds)
    }
  })

  it("field: 4 a second go on for ever", async () => {
    await speak(world.merchant, "rateV3", "field")
    for (let second = 0; second < 10; second++) {
      expect(await callTimes(4)).toBe(4)
      await advance(1)
    }
  })

  it("field: it is the whole organization's, whatever token is sent, and nobody else's", async () => {
    await speak(world.merchant, "rateV3", "field")
    const other = await world.openMerchant()
    expect(await callTimes(20)).toBe(12)
    await advance(1)
    expect(await callTimes(4)).toBe(4)
    const { clientId, apiKey } = world.merchant
    const { data } = await requestToken(world.sandbox, clientId, apiKey)
    const headers = { authorization: `Bearer ${data.access_token}` }
    expect((await world.merchant.api.get("/v3/inventories", { headers })).status).toBe(429)
    expect((await other.api.get("/v3/inventories")).status).toBe(200)
  })

  it("field: the other interfaces have no limit, and a budget that is set stands in its place", async () => {
    await speak(world.merchant, "rateV3", "field")
    expect(await callTimes(20)).toBe(12)
    expect(await call("/purchases/v2")).toBe(200)
    await world.merchant.control.patch("/budgets", { inventory: { requests: 100, seconds: 60 } })
    expect(await callTimes(20)).toBe(20)
  })
})

describe("[olderInventory]", () => {
  const world = useSandbox()
  const SELF = "/organizations/self"

  it("spec, field: the version without /v3 is served; odd: it is gone", async () => {
    const { store, productUuid } = await trackProduct(world.merchant)
    const calls = () =>
      Promise.all([
        world.merchant.api.get(`${SELF}/locations`),
        world.merchant.api.get(`${SELF}/inventory/locations/${store}`),
        world.merchant.api.post(`${SELF}/inventory`, { productUuid }),
        world.merchant.api.put(`${SELF}/inventory`, { changes: [] }),
        world.merchant.api.post(`${SELF}/v2/inventory/bulk`, { productChanges: [] }),
      ])
    for (const dialect of ["spec", "field"] as const) {
      await speak(world.merchant, "olderInventory", dialect)
      expect((await calls()).map(({ status }) => status)).toEqual([200, 200, 201, 422, 422])
    }
    await speak(world.merchant, "olderInventory", "odd")
    expect((await calls()).map(({ status }) => status)).toEqual([410, 410, 410, 410, 410])
    expect((await world.merchant.api.get("/v3/inventories")).status).toBe(200)
  })
})
