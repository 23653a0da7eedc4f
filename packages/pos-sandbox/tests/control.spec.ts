import axios from "axios"
import { networkInterfaces } from "node:os"
import { DIALECT_POINTS } from "../src"
import { requestToken } from "./support/merchant"
import { MONDAY, openSandbox, useSandbox } from "./support/use-sandbox"

const anyStatus = { validateStatus: () => true }

describe("Control token", () => {
  const world = useSandbox()

  it.each([
    ["get", "/clock"],
    ["post", "/organizations"],
    ["post", "/sales"],
    ["get", "/snapshot"],
    ["put", "/snapshot"],
    ["patch", "/settings"],
    ["get", "/okänd"],
  ])("%s /_sandbox%s without it answers 401, and with an access token too", async (method, path) => {
    const url = `${world.sandbox.url}/_sandbox${encodeURI(path)}`
    expect((await axios.request({ method, url, ...anyStatus })).status).toBe(401)
    expect((await world.merchant.api.request({ method, url })).status).toBe(401)
  })

  it("it does not open the interfaces", async () => {
    const headers = { authorization: `Bearer ${world.sandbox.controlToken}` }
    expect((await world.merchant.api.get("/users/self", { headers })).status).toBe(401)
  })

  it("a control route that does not exist answers 404", async () => {
    expect((await world.merchant.control.get("/okänd")).status).toBe(404)
  })

  it("one can be given at the start", async () => {
    const sandbox = await openSandbox({ controlToken: "öppna" })
    const known = sandbox.controlToken
    await sandbox.close()
    expect(known).toBe("öppna")
  })

  const outward = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .find(({ internal, family }) => !internal && family === "IPv4")?.address

  it("control routes answer on this machine only, whatever address the sandbox listens on", async () => {
    const sandbox = await openSandbox({ host: "0.0.0.0" })
    const headers = { authorization: `Bearer ${sandbox.controlToken}` }
    const { port } = new URL(sandbox.url)
    const get = (host: string) => axios.get(`http://${host}:${port}/_sandbox/clock`, { headers, ...anyStatus })
    const statuses = [(await get("127.0.0.1")).status, outward ? (await get(outward)).status : 403]
    await sandbox.close()
    expect(statuses).toEqual([200, 403])
  })
})

/** Before any sandbox of this file was started. */
const LOADED_AT = Date.now()

describe("Clock", () => {
  const world = useSandbox({ startAt: MONDAY })
  const clock = async () => (await world.merchant.control.get("/clock")).data
  const move = (change: object) => world.merchant.control.post("/clock", change)

  it("starts at the time it was given, and runs", async () => {
    const begin = new Date((await clock()).now).getTime()
    expect(begin).toBeGreaterThanOrEqual(MONDAY.getTime())
    expect(begin).toBeLessThanOrEqual(MONDAY.getTime() + Date.now() - LOADED_AT)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(new Date((await clock()).now).getTime()).toBeGreaterThan(begin)
  })

  it("stopped: it stands, also while real time goes by", async () => {
    const { data } = await move({ stopped: true })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await clock()).toEqual({ now: data.now, stopped: true })
  })

  it("advance: a stopped clock moves so many seconds exactly and stands again", async () => {
    const { data } = await move({ stopped: true })
    await move({ advance: 90.5 })
    const expected = new Date(new Date(data.now).getTime() + 90_500).toISOString()
    expect(await clock()).toEqual({ now: expected, stopped: true })
  })

  it("resume: it goes on from where it stood", async () => {
    await move({ stopped: true })
    await move({ advance: 86_400 })
    const stood = new Date((await clock()).now).getTime()
    const before = Date.now()
    await move({ stopped: false })
    const { now, stopped } = await clock()
    expect(stopped).toBe(false)
    expect(new Date(now).getTime()).toBeLessThanOrEqual(stood + Date.now() - before)
  })

  it.each([{ advance: -1 }, { advance: "tomorrow" }, { advance: 1e12 }, { stopped: "yes" }])(
    "%j answers 422",
    async (change) => {
      expect((await move(change)).status).toBe(422)
    }
  )

  it("every time comes from it: tokens, products, purchases, imports and messages", async () => {
    await move({ stopped: true })
    await world.merchant.advance(400 * 86_400)
    const { now } = await clock()
    const destination = await world.openDestination()
    const { data } = await world.merchant.subscribe(destination.url)
    const { product } = await world.merchant.createProduct()
    const imported = await world.merchant.api.post("/organizations/self/import/v2", { products: [product] })
    const sale = await world.merchant.sell([{ type: "custom-amount", amount: 100 }])
    await world.merchant.settled()
    const stored = await world.merchant.api.get(`/organizations/self/products/${product.uuid}`)
    expect([data.updated, stored.data.created, imported.data.created]).toEqual([now, now, now])
    expect(sale.data.created).toBe(now.replace("Z", "+0000"))
    expect(destination.received.map(({ body }) => JSON.parse(body).timestamp)).toEqual(
      destination.received.map(() => now)
    )
  })

  it("what falls due on the way runs at its own time and in order", async () => {
    await move({ stopped: true })
    const [first, second] = [await world.openDestination(), await world.openDestination()]
    await world.merchant.subscribe(first.url, ["ProductCreated"])
    await world.merchant.subscribe(second.url, ["ProductDeleted"])
    const { product } = await world.merchant.createProduct()
    first.status = second.status = 500
    await world.merchant.createProduct()
    await world.merchant.settled()
    await move({ advance: 30 })
    await world.merchant.api.delete(`/organizations/self/products/${product.uuid}`)
    await world.merchant.settled()
    await move({ advance: 3_600 })
    const attempts = [
      ...(await world.merchant.deliveries("ProductCreated")),
      ...(await world.merchant.deliveries("ProductDeleted")),
    ].flatMap((delivery: { attempts: { at: string }[] }) => delivery.attempts.map(({ at }) => at))
    const seconds = attempts.map((at) => (new Date(at).getTime() - MONDAY.getTime()) / 1_000)
    const rest = seconds.map((second) => Math.round(second) % 60)
    expect(new Set(rest).size).toBe(2)
    expect(seconds.length).toBeGreaterThan(20)
  })
})

describe("Settings, organizations and keys", () => {
  const world = useSandbox()
  const { openMerchant } = world

  it("GET and PATCH /_sandbox/settings: defaults, and what is changed", async () => {
    const defaults = {
      payloadForm: "string",
      purchaseTimestampForm: "iso",
      credentialsRemovedForm: "plain",
      importAppliesGoodPart: false,
      importSeconds: 0,
      signingKeysTold: "always",
      dialect: Object.fromEntries(DIALECT_POINTS.map((point) => [point, "spec"])),
    }
    expect((await world.merchant.control.get("/settings")).data).toEqual(defaults)
    const { data } = await world.merchant.control.patch("/settings", { importSeconds: 5 })
    expect(data).toEqual({ ...defaults, importSeconds: 5 })
  })

  it.each([{ payloadForm: "xml" }, { importSeconds: -1 }, { importAppliesGoodPart: "yes" }])(
    "settings %j answer 422",
    async (change) => {
      expect((await world.merchant.control.patch("/settings", change)).status).toBe(422)
    }
  )

  it("GET /_sandbox/organizations lists the profiles", async () => {
    await openMerchant({ name: "Café Zoë" })
    const { data } = await world.merchant.control.get("/organizations")
    expect(data.map(({ name }: { name: string }) => name)).toEqual(["Åsas Butik", "Café Zoë"])
  })

  it.each([
    ["no name", { name: "" }],
    ["a country of three letters", { country: "SWE" }],
    ["a currency in lower case", { currency: "sek" }],
    ["an unknown taxationType", { taxationType: "TITHE" }],
    ["an unknown time zone", { timeZone: "Europe/Atlantis" }],
  ])("an organization with %s answers 422", async (_name, change) => {
    const organization = { name: "Butiken", country: "SE", currency: "SEK", ...change }
    expect((await world.merchant.control.post("/organizations", organization)).status).toBe(422)
  })

  it("POST /_sandbox/api-keys makes another key, with scopes of its own", async () => {
    const { sandbox, merchant } = world
    const input = { organizationUuid: merchant.organizationUuid, scopes: ["READ:PURCHASE"] }
    const { status, data } = await merchant.control.post("/api-keys", input)
    const token = (await requestToken(sandbox, data.clientId, data.apiKey)).data.access_token
    const headers = { authorization: `Bearer ${token}` }
    expect(status).toBe(201)
    expect((await merchant.api.get("/purchases/v2", { headers })).status).toBe(200)
    expect((await merchant.api.get("/v3/inventories", { headers })).status).toBe(403)
  })

  it("DELETE /_sandbox/api-keys/{keyId} ends that key alone; an unknown one answers 404", async () => {
    const { sandbox, merchant } = world
    const { data } = await merchant.control.post("/api-keys", { organizationUuid: merchant.organizationUuid })
    expect((await merchant.control.delete(`/api-keys/${data.keyId}`)).status).toBe(204)
    expect((await requestToken(sandbox, data.clientId, data.apiKey)).status).toBe(400)
    expect((await merchant.api.get("/users/self")).status).toBe(200)
    expect((await merchant.control.delete("/api-keys/okänd".replace("ä", "a"))).status).toBe(404)
  })

  it("an unknown organization answers 404", async () => {
    const organizationUuid = "00000000-0000-1000-8000-000000000000"
    const items = [{ type: "custom-amount", amount: 1 }]
    expect((await world.merchant.control.post("/sales", { organizationUuid, items })).status).toBe(404)
    expect((await world.merchant.control.get(`/deliveries?organizationUuid=${organizationUuid}`)).status).toBe(404)
  })

  it("GET /_sandbox/products searches and pages; GET /_sandbox/purchases shows the newest first when asked", async () => {
    const { control, organizationUuid } = world.merchant
    for (const name of ["Tröja", "Mössa", "Tröjan 2"]) {
      await world.merchant.createProduct({ name })
      await world.merchant.sell([{ type: "custom-amount", name, amount: 100 }])
    }
    const found = async (query: string) =>
      (await control.get(`/products?organizationUuid=${organizationUuid}&${query}`)).data.map(
        ({ name }: { name: string }) => name
      )
    expect(await found(`q=${encodeURIComponent("tröja")}`)).toEqual(["Tröja", "Tröjan 2"])
    expect(await found("limit=1&offset=1")).toEqual(["Mössa"])
    const path = `/purchases?organizationUuid=${organizationUuid}&descending=true&limit=2`
    const numbers = (await control.get(path)).data.map(
      ({ purchaseNumber }: { purchaseNumber: number }) => purchaseNumber
    )
    expect(numbers).toEqual([3, 2])
  })

  it("GET /_sandbox/deliveries reports messages with destination, signature, body, state and attempts", async () => {
    const destination = await world.openDestination()
    await world.merchant.subscribe(destination.url)
    await world.merchant.createProduct()
    await world.merchant.settled()
    const [sent] = destination.events("ProductCreated")
    expect(await world.merchant.deliveries("ProductCreated")).toMatchObject([
      {
        messageId: expect.any(String),
        destination: destination.url,
        body: sent?.body,
        signature: sent?.headers["x-service-signature"],
        state: "delivered",
        attempts: [{ at: expect.any(String), status: 200 }],
      },
    ])
  })

  it("GET /_sandbox/events reports what happens as it happens (server-sent events)", async () => {
    const { data, headers } = await world.merchant.control.get("/events", { responseType: "stream" })
    expect(headers["content-type"]).toContain("text/event-stream")
    await world.merchant.createProduct()
    await world.merchant.sell([{ type: "custom-amount", amount: 100 }])
    let seen = ""
    for await (const chunk of data) {
      seen += String(chunk)
      if (seen.includes("event: purchase")) {
        break
      }
    }
    expect(seen).toMatch(/event: product\ndata: \{.*\}\n\n/)
  })
})
