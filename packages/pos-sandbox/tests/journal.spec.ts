import type { RecordedCall } from "../src/journal/journal"
import { Application } from "./support/application"
import { postToken } from "./support/merchant"
import { MONDAY, useSandbox } from "./support/use-sandbox"

type Shown = RecordedCall & {
  explanation: { rule: string; details: string[]; reference: string } | null
  nearest: { method: string; path: string } | null
}

describe("The journal of calls", () => {
  const world = useSandbox({ startAt: MONDAY })
  const answer = async (query: object = {}) => (await world.merchant.control.get("/requests", { params: query })).data
  const calls = async (query: object = {}): Promise<Shown[]> => (await answer(query)).requests
  const only = async (query: object): Promise<Shown> => {
    const [found, ...others] = await calls(query)
    if (!found || others.length > 0) {
      throw new Error(`${others.length + (found ? 1 : 0)} calls fit ${JSON.stringify(query)}`)
    }
    return found
  }
  const idOf = (call: Shown | undefined) => call?.id ?? 0

  it("has every call with request, answer, duration and credential, and none of the sandbox's own", async () => {
    const { api, control } = world.merchant
    await control.delete("/requests")
    const { product } = await world.merchant.createProduct({ name: "Kaffekopp från Öland 東京" })
    await api.get("/purchases/v2?limit=2")
    for (const own of ["/", "/pos-page/main.js", "/docs", "/openapi.json", "/_sandbox/clock"]) {
      await api.get(own)
    }
    const [create, read, ...rest] = await calls()
    expect(rest).toEqual([])
    expect(create).toMatchObject({
      at: expect.stringMatching(/^2026-03-09T10:3/),
      interface: "products",
      method: "POST",
      path: "/organizations/self/products",
      query: "",
      status: 201,
      durationMs: expect.any(Number),
      credential: expect.stringMatching(/^token \*\*\*.{4} of API key [\da-f]{8} \(Åsas Butik\)$/),
      brokenOff: false,
      explanation: null,
      nearest: null,
    })
    expect(JSON.parse(create?.request.body ?? "")).toEqual(JSON.parse(JSON.stringify(product)))
    expect(JSON.parse(create?.response.body ?? "")).toMatchObject({ name: "Kaffekopp från Öland 東京" })
    expect(create?.response.headers).toMatchObject({ etag: expect.any(String) })
    expect(read).toMatchObject({ path: "/purchases/v2", query: "?limit=2", request: { body: null } })
    await control.delete("/requests")
    expect(await answer()).toEqual({ requests: [], next: null })
  })

  it("is searched by path, method, status, interface and body, from a call or a moment on, either way round", async () => {
    const { api, control } = world.merchant
    await control.post("/clock", { stopped: true })
    await world.merchant.createProduct({ name: "Äpplen från Åland" })
    await api.get("/organizations/self/products/00000000-0000-1000-8000-000000000000")
    await world.sandbox.clock.advance(60)
    await api.get("/purchases/v2?limit=2")
    expect((await only({ path: "v2?limit" })).path).toBe("/purchases/v2")
    expect((await only({ method: "post", path: "/products" })).status).toBe(201)
    expect((await only({ status: "404" })).method).toBe("GET")
    expect((await only({ status: "4xx" })).method).toBe("GET")
    expect((await only({ interface: "purchases" })).path).toBe("/purchases/v2")
    expect((await only({ body: "äPPLEN FRÅN" })).status).toBe(201)
    expect((await only({ since: "2026-03-09T11:30:30.000+01:00" })).path).toBe("/purchases/v2")
    const all = await calls()
    expect(await calls({ since: idOf(all[1]) })).toEqual(all.slice(2))
    const first = await answer({ limit: 2, descending: true })
    const second = await answer({ limit: 2, descending: true, before: first.next })
    expect([...first.requests, ...second.requests]).toEqual([...all].reverse())
    const begin = await answer({ limit: 3 })
    expect([...begin.requests, ...(await calls({ since: begin.next }))]).toEqual(all)
    expect(second.next).toBeNull()
    const { status } = await world.merchant.control.get("/requests?status=often")
    expect(status).toBe(422)
  })

  it("hides every secret: keys, tokens, codes, client secrets, signing keys, wherever they stand", async () => {
    const { merchant } = world
    const { api, apiKey } = merchant
    const app = await Application.register(merchant)
    const code = await app.allow()
    const { data: grant } = await app.exchange(code)
    const { data: renewed } = await app.refresh(grant.refresh_token)
    const destination = await world.openDestination()
    const { data: subscription } = await merchant.subscribe(destination.url)
    await api.get("/organizations/self/subscriptions")
    const planted = "s3cret-åäö-planted-in-a-password"
    await api.post("/organizations/self/products", `{"name":"x","client_secret":"${planted}`)
    await api.post("/organizations/self/products", { note: apiKey, signingKey: planted, nested: { api_key: planted } })
    await api.get(`/purchases/v2?access_token=${renewed.access_token}&client_secret=${encodeURIComponent(planted)}`)
    await api.get("/users/self", { headers: { authorization: `Basic ${Buffer.from(planted).toString("base64")}` } })
    await api.get("/users/self", { headers: { "x-api-key": planted, cookie: planted } })
    await postToken(merchant.sandbox, { grant_type: "password", client_id: "okänd", password: planted })
    const text = JSON.stringify(await calls())
    const secrets = {
      apiKey,
      token: String(api.defaults.headers.common.authorization).slice("Bearer ".length),
      code,
      clientSecret: app.clientSecret,
      access: grant.access_token,
      refresh: grant.refresh_token,
      second: renewed.refresh_token,
      signingKey: subscription.signingKey,
      planted,
      escaped: encodeURIComponent(planted),
      basic: Buffer.from(planted).toString("base64"),
    }
    for (const [name, secret] of Object.entries(secrets)) {
      expect([name, typeof secret, text.includes(secret)]).toEqual([name, "string", false])
    }
    expect(text).toContain(`client ${app.clientId}`)
  })

  it("reports which rule a refused call broke, and where the reference has it", async () => {
    const { api } = world.merchant
    await api.post("/organizations/self/products", { uuid: "no uuid", name: "" })
    const refused = await only({ status: "4xx" })
    expect(refused.explanation).toEqual({
      rule: expect.stringContaining("rule"),
      details: expect.arrayContaining([expect.stringContaining("uuid")]),
      reference: "/docs#createProduct",
    })
    const page = await fetch(`${world.sandbox.url}/docs`).then((response) => response.text())
    expect(page).toContain('id="createProduct"')
    await api.get("/users/self", { headers: { authorization: "Bearer x" } })
    expect((await only({ status: "401" })).explanation?.details.join()).toContain("ACCESS_TOKEN_INVALID")
    await postToken(world.sandbox, { grant_type: "magic" })
    expect((await only({ body: "unsupported_grant_type" })).explanation?.details).toEqual([
      "unsupported_grant_type: The grant type is not supported",
    ])
  })

  it("says that what has no route is not simulated: what was asked, and the nearest that there is", async () => {
    await world.merchant.api.put("/organizations/self/product/v2/1", { name: "Kopp" })
    const { nearest, explanation, ...call } = await only({ status: "404" })
    expect(call).toMatchObject({ method: "PUT", interface: null, request: { body: '{"name":"Kopp"}' } })
    expect(nearest).toEqual({ method: "PUT", path: "/organizations/{organizationUuid}/products/v2/{productUuid}" })
    expect(call.simulated).toBe(false)
    expect(explanation).toEqual({
      rule: "Not simulated: the sandbox has no such route",
      details: [`The nearest is PUT ${nearest?.path}`],
      reference: "/docs",
    })
    expect(call.response.body).toContain("PUT /organizations/self/product/v2/1 is not simulated")
    await world.merchant.api.get("/organizations/self/products/00000000-0000-1000-8000-000000000000")
    expect((await calls({ status: "404" })).at(-1)).toMatchObject({ nearest: null, simulated: true })
    expect((await only({ simulated: false })).method).toBe("PUT")
    expect(await calls({ simulated: true, status: "404" })).toHaveLength(1)
  })

  it("has what faults and limits answered, as it was really sent", async () => {
    const { api, control } = world.merchant
    const purchases = { interface: "purchases", times: 1 }
    await control.post("/faults", { kind: "status", status: 503, when: "after", ...purchases })
    await control.post("/faults", { kind: "reset", ...purchases })
    await control.post("/faults", { kind: "cut", ...purchases })
    for (let count = 0; count < 3; count++) {
      await api.get("/purchases/v2").catch(() => null)
    }
    await control.patch("/budgets", { purchases: { requests: 1, seconds: 3_600 } })
    await api.get("/purchases/v2")
    await api.get("/purchases/v2")
    const [fault, reset, cut, fine, limited] = await calls({ interface: "purchases" })
    expect(fault).toMatchObject({ status: 503, response: { body: expect.stringContaining("INJECTED_FAULT") } })
    expect(fault?.explanation?.rule).toContain("fault")
    expect(reset).toMatchObject({ status: null, brokenOff: true, response: { body: null } })
    expect(cut).toMatchObject({ status: 200, brokenOff: true })
    expect(fine).toMatchObject({ status: 200, brokenOff: false, explanation: null })
    expect(limited).toMatchObject({ status: 429, explanation: { rule: expect.stringContaining("rate limit") } })
    expect(await calls({ status: "none" })).toEqual([reset])
  })

  it("cuts long bodies and names those that are no text", async () => {
    const { api } = world.merchant
    await api.post("/organizations/self/products", { description: "å".repeat(100_000) })
    const long = await only({ path: "/products" })
    expect(long.request.body).toMatch(/… \[16384 of 20\d{4} bytes\]$/)
    expect(long.request.body?.length).toBeLessThan(17_000)
    const form = new FormData()
    form.set("file", new Blob([new Uint8Array(3_000)], { type: "image/png" }), "bild.png")
    await api.post("/v2/images/organizations/self/products/upload", form)
    expect((await only({ path: "/upload" })).request.body).toMatch(/^\[multipart\/form-data.*, 3\d{3} bytes\]$/)
  })
})
