import { useSandbox } from "./support/use-sandbox"

const SELF = "/organizations/self"
const LIBRARY = `${SELF}/products`

describe("Faults of calls", () => {
  const world = useSandbox()
  const inject = (fault: object) => world.merchant.control.post("/faults", fault)
  const list = () => world.merchant.api.get("/purchases/v2")
  /** The status, or how the connection ended. */
  const outcome = (call: Promise<{ status: number }>) =>
    call.then(({ status }) => status).catch((error: { code?: string }) => error.code ?? "no code")
  const names = async () =>
    (await world.merchant.api.get(`${LIBRARY}/v2`)).data.map(({ name }: { name: string }) => name)

  it.each([
    ["oauth", "/users/self"],
    ["account", "/api/resources/organizations/self"],
    ["products", `${LIBRARY}/v2`],
    ["imports", `${SELF}/import/status`],
    ["images", "/o/okänd.png"],
    ["purchases", "/purchases/v2"],
    ["gift-cards", `${SELF}/giftcards/external/x`],
    ["subscriptions", `${SELF}/subscriptions`],
    ["inventory", "/v3/inventories"],
    ["finance", "/v2/payout-info"],
    ["finance", "/v2/payout-info/"],
  ])("interface %s: 503, and the others are left alone", async (name, path) => {
    await inject({ kind: "status", interface: name, status: 503 })
    expect((await world.merchant.api.get(path)).status).toBe(503)
    const other = name === "products" ? "/v3/inventories" : `${LIBRARY}/v2`
    expect((await world.merchant.api.get(other)).status).toBe(200)
  })

  it("interface all hits every one, and never the control routes", async () => {
    await inject({ kind: "status", interface: "all", status: 500 })
    expect([(await list()).status, (await world.merchant.api.get("/v3/inventories")).status]).toEqual([500, 500])
    expect((await world.merchant.control.get("/clock")).status).toBe(200)
  })

  it("status: any of 400 to 599, with Retry-After when asked, in the documented form", async () => {
    await inject({ kind: "status", interface: "purchases", status: 429, retryAfter: 7 })
    const { status, headers, data } = await list()
    expect([status, headers["retry-after"]]).toEqual([429, "7"])
    expect(data).toEqual({ errorType: expect.any(String), developerMessage: expect.any(String), violations: [] })
  })

  it("latency: the answer comes later, and is right", async () => {
    await inject({ kind: "latency", interface: "purchases", milliseconds: 120 })
    const begin = performance.now()
    expect((await list()).status).toBe(200)
    expect(performance.now() - begin).toBeGreaterThanOrEqual(119)
  })

  it("reset: the connection is reset", async () => {
    await inject({ kind: "reset", interface: "purchases" })
    expect(await outcome(list())).toBe("ECONNRESET")
  })

  it.each(["/purchases/v2", `${LIBRARY}/v2`, `${SELF}/subscriptions`])(
    "cut: half a body of %s, then it ends",
    async (path) => {
      await world.merchant.createProduct()
      await inject({ kind: "cut", interface: "all" })
      expect(await outcome(world.merchant.api.get(path))).not.toBe(200)
    }
  )

  it.each(["/purchases/v2", `${LIBRARY}/v2`, `${SELF}/subscriptions`])(
    "garbage: %s answers 200 with no JSON",
    async (path) => {
      await world.merchant.createProduct()
      await inject({ kind: "garbage", interface: "all" })
      const { status, data } = await world.merchant.api.get(path)
      expect([status, typeof data]).toEqual([200, "string"])
      expect(() => JSON.parse(data)).toThrow()
    }
  )

  it("after: a list that is answered piece by piece can fail too", async () => {
    await world.merchant.createProduct()
    await inject({ kind: "status", interface: "products", status: 502, when: "after" })
    expect((await world.merchant.api.get(`${LIBRARY}/v2`)).status).toBe(502)
  })

  it.each([
    ["status", 503],
    ["reset", "ECONNRESET"],
  ])("%s before: the call has no effect", async (kind, expected) => {
    await inject({ kind, interface: "products", method: "POST", status: 503, when: "before" })
    expect(await outcome(world.merchant.createProduct().then(({ answer }) => answer))).toBe(expected)
    expect(await names()).toEqual([])
  })

  it.each([
    ["status", 503],
    ["reset", "ECONNRESET"],
  ])("%s after: the call has its effect and only the answer is lost", async (kind, expected) => {
    await inject({ kind, interface: "products", method: "POST", status: 503, when: "after" })
    expect(await outcome(world.merchant.createProduct().then(({ answer }) => answer))).toBe(expected)
    expect(await names()).toHaveLength(1)
  })

  it("times: the fault is over after so many hits, which are counted", async () => {
    await inject({ kind: "status", interface: "purchases", status: 500, times: 2 })
    expect([(await list()).status, (await list()).status, (await list()).status]).toEqual([500, 500, 200])
    expect((await world.merchant.control.get("/faults")).data).toMatchObject([{ times: 2, hits: 2 }])
  })

  it("method: only calls of that method", async () => {
    await inject({ kind: "status", interface: "products", status: 500, method: "POST" })
    expect((await world.merchant.api.get(`${LIBRARY}/v2`)).status).toBe(200)
    expect((await world.merchant.createProduct()).answer.status).toBe(500)
  })

  it("probability: 0 never hits, one between hits some", async () => {
    await inject({ kind: "status", interface: "purchases", status: 500, probability: 0 })
    expect((await list()).status).toBe(200)
    await inject({ kind: "status", interface: "purchases", status: 500, probability: 0.5 })
    const statuses = new Set((await Promise.all(Array.from({ length: 60 }, list))).map(({ status }) => status))
    expect(statuses).toEqual(new Set([200, 500]))
  })

  it("DELETE /_sandbox/faults/{id} ends one, DELETE /_sandbox/faults all", async () => {
    const { data } = await inject({ kind: "status", interface: "purchases", status: 500 })
    await inject({ kind: "status", interface: "finance", status: 500 })
    expect((await world.merchant.control.delete(`/faults/${data.id}`)).status).toBe(204)
    expect((await list()).status).toBe(200)
    expect((await world.merchant.control.delete("/faults")).status).toBe(204)
    expect((await world.merchant.control.get("/faults")).data).toEqual([])
  })

  it.each([
    ["an unknown kind", { kind: "fire", interface: "all" }],
    ["an unknown interface", { kind: "reset", interface: "registers" }],
    ["a status of success", { kind: "status", interface: "all", status: 200 }],
    ["a probability above 1", { kind: "reset", interface: "all", probability: 2 }],
  ])("%s answers 422", async (_name, fault) => {
    expect((await inject(fault)).status).toBe(422)
  })
})

describe("Faults of notifications", () => {
  const world = useSandbox()
  const inject = (fault: object) => world.merchant.control.post("/faults", fault)
  const subscribed = async () => {
    const destination = await world.openDestination()
    await world.merchant.subscribe(destination.url, ["ProductCreated", "PurchaseCreated"])
    return destination
  }
  const create = async (name: string) => {
    await world.merchant.createProduct({ name })
    await world.merchant.settled()
  }

  it("lose: it is never sent, and the service takes it for delivered", async () => {
    const destination = await subscribed()
    await inject({ kind: "lose", times: 1 })
    await create("Borta")
    await create("Framme")
    await world.merchant.advance(86_400)
    expect(destination.payloads("ProductCreated")).toMatchObject([{ name: "Framme" }])
    expect(await world.merchant.deliveries("ProductCreated")).toMatchObject([{ state: "lost" }, { state: "delivered" }])
    expect((await world.merchant.api.get(`${SELF}/subscriptions`)).data[0].status).toBe("ACTIVE")
  })

  it("duplicate: the same message comes so many times, with one messageId", async () => {
    const destination = await subscribed()
    await inject({ kind: "duplicate", copies: 3 })
    await create("Tredubbel")
    const ids = destination.events("ProductCreated").map(({ body }) => JSON.parse(body).messageId)
    expect([ids.length, new Set(ids).size]).toEqual([3, 1])
  })

  it("delay: it comes after so many seconds of the clock, with the timestamp of its event", async () => {
    const destination = await subscribed()
    await inject({ kind: "delay", seconds: 3_600, times: 1 })
    const before = Date.now()
    await create("Sen")
    const after = Date.now()
    await world.merchant.advance(3_590)
    expect(destination.events("ProductCreated")).toEqual([])
    await world.merchant.advance(20)
    const [late] = destination.events("ProductCreated")
    const { timestamp } = JSON.parse(late?.body ?? "{}")
    expect(new Date(timestamp).getTime()).toBeGreaterThanOrEqual(before)
    expect(new Date(timestamp).getTime()).toBeLessThanOrEqual(after)
  })

  it("reorder: it comes after the next one", async () => {
    const destination = await subscribed()
    await world.merchant.control.post("/clock", { stopped: true })
    await inject({ kind: "reorder", times: 1 })
    await create("Första")
    await create("Andra")
    expect(destination.payloads("ProductCreated").map(({ name }) => name)).toEqual(["Andra", "Första"])
    await world.merchant.advance(60)
    expect(destination.events("ProductCreated")).toHaveLength(2)
  })

  it("reorder: without a next one it comes after some seconds", async () => {
    const destination = await subscribed()
    await world.merchant.control.post("/clock", { stopped: true })
    await inject({ kind: "reorder" })
    await create("Ensam")
    expect(destination.events("ProductCreated")).toEqual([])
    await world.merchant.advance(6)
    expect(destination.events("ProductCreated")).toHaveLength(1)
  })

  it("reorder: a message that waits for the next one is gone when an earlier state is put back", async () => {
    const destination = await subscribed()
    const putBack = await world.sandbox.snapshot("before the fault")
    await inject({ kind: "reorder", times: 1 })
    await create("Aldrig hänt")
    await putBack()
    await create("Hänt")
    await world.merchant.advance(60)
    expect(destination.payloads("ProductCreated").map(({ name }) => name)).toEqual(["Hänt"])
  })

  it.each(["string", "object"])("garble: signed as it should be, with nothing in its payload, a %s", async (form) => {
    const destination = await subscribed()
    await world.merchant.control.patch("/settings", { payloadForm: form })
    await inject({ kind: "garble", times: 1 })
    await create("Oläslig")
    await create("Läslig")
    const [garbled, readable] = destination.payloads("ProductCreated")
    expect(readable).toMatchObject({ name: "Läslig" })
    expect(Object.keys(garbled ?? {})).toEqual(Object.keys(readable ?? {}))
    expect(new Set(Object.values(garbled ?? {}))).toEqual(new Set([null]))
    expect(await world.merchant.deliveries("ProductCreated")).toMatchObject([
      { state: "delivered" },
      { state: "delivered" },
    ])
  })

  it.each(["lose", "duplicate", "delay", "reorder", "garble"])(
    "%s with an eventName leaves other events alone",
    async (kind) => {
      const destination = await subscribed()
      await inject({ kind, eventName: "PurchaseCreated", seconds: 60 })
      await create("Vanlig")
      expect(destination.events("ProductCreated")).toHaveLength(1)
    }
  )

  it("a delayed message that fails is retried by the schedule", async () => {
    const destination = await subscribed()
    destination.status = 500
    await inject({ kind: "delay", seconds: 30, times: 1 })
    await create("Sen")
    await world.merchant.advance(91)
    expect(destination.events("ProductCreated")).toHaveLength(2)
  })
})
