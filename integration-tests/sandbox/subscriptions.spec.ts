import { createHmac } from "node:crypto"
import { v1 as uuidVersion1, v4 as uuidVersion4 } from "uuid"
import type { Sandbox } from "../../src/sandbox"
import { Destination, Merchant, openSandbox } from "./support/merchant"

const SUBSCRIPTIONS = "/organizations/self/subscriptions"

describe("Webhook subscriptions", () => {
  let sandbox: Sandbox
  let merchant: Merchant
  let destination: Destination

  beforeEach(async () => {
    sandbox = await openSandbox()
    merchant = await Merchant.open(sandbox)
    destination = await new Destination().open()
  })
  afterEach(async () => {
    await destination.close()
    await sandbox.close()
  })

  const body = (change: object = {}) => ({
    uuid: uuidVersion1(),
    transportName: "WEBHOOK",
    eventNames: ["ProductCreated"],
    destination: destination.url,
    contactEmail: "butiken@example.com",
    ...change,
  })
  const create = (change: object = {}) => merchant.api.post(SUBSCRIPTIONS, body(change))

  it("create answers 200 with the subscription and its signing key", async () => {
    const { status, data } = await create()
    expect(status).toBe(200)
    expect(data).toMatchObject({
      status: "ACTIVE",
      transportName: "WEBHOOK",
      signingKey: expect.any(String),
      updated: expect.any(String),
    })
    expect(data).not.toHaveProperty("owner")
  })

  it("a test message goes to a destination that is used for the first time, and only then", async () => {
    await create()
    await create()
    expect(destination.events("TestMessage").map(({ body: text }) => JSON.parse(JSON.parse(text).payload))).toEqual([
      { data: "payload" },
    ])
  })

  it.each([
    ["transportName missing", { transportName: undefined }, 400],
    ["uuid missing", { uuid: undefined }, 400],
    ["uuid not version 1", { uuid: uuidVersion4() }, 400],
    ["eventNames unsupported", { eventNames: ["Nothing"] }, 400],
    ["destination missing", { destination: undefined }, 422],
    ["contactEmail missing", { contactEmail: undefined }, 422],
    ["contactEmail no address", { contactEmail: "butiken" }, 422],
    ["contactEmail over 512 characters", { contactEmail: `${"a".repeat(510)}@example.com` }, 422],
  ])("create: %s answers %d", async (_name, change, status) => {
    expect((await create(change)).status).toBe(status)
    expect((await merchant.api.get(SUBSCRIPTIONS)).data).toEqual([])
  })

  it("create: a uuid that a subscription has answers 400", async () => {
    const { data } = await create()
    expect((await create({ uuid: data.uuid })).status).toBe(400)
  })

  it("create: no token answers 401, a missing scope 403, all events need every scope", async () => {
    const narrow = await Merchant.open(sandbox, { scopes: ["READ:PRODUCT"] })
    const answer = await merchant.api.post(SUBSCRIPTIONS, body(), { headers: { authorization: "" } })
    expect(answer.status).toBe(401)
    expect((await narrow.subscribe(destination.url, ["PurchaseCreated"])).status).toBe(403)
    expect((await narrow.subscribe(destination.url)).status).toBe(403)
    expect((await narrow.subscribe(destination.url, ["ProductUpdated", "PersonalAssertionDeleted"])).status).toBe(200)
  })

  it("create: a destination that cannot be reached answers 400 DESTINATION_NOT_ACCESSIBLE", async () => {
    const { status, data } = await create({ destination: "http://127.0.0.1:9/hook" })
    expect([status, data.errorType]).toEqual([400, "DESTINATION_NOT_ACCESSIBLE"])
  })

  it("create: a destination that is not HTTPS answers 400", async () => {
    expect((await create({ destination: "http://shop.example.com/hook" })).status).toBe(400)
  })

  it("create: a destination that fails the test message answers 500 DESTINATION_RESPONDED_WITH_ERROR_CODE", async () => {
    destination.status = 503
    const { status, data } = await create()
    expect([status, data.errorType]).toEqual([500, "DESTINATION_RESPONDED_WITH_ERROR_CODE"])
    expect((await merchant.api.get(SUBSCRIPTIONS)).data).toEqual([])
  })

  it("update answers 200 without content; 400, 404, 405 and 422 as the table says", async () => {
    const { data } = await create()
    const put = (change: object, uuid = data.uuid) => merchant.api.put(`${SUBSCRIPTIONS}/${uuid}`, change)
    const updated = await put({ eventNames: ["ProductDeleted"] })
    expect([updated.status, updated.data]).toEqual([200, ""])
    expect((await merchant.api.get(SUBSCRIPTIONS)).data).toMatchObject([{ eventNames: ["ProductDeleted"] }])
    expect((await put({ eventNames: ["Nothing"] })).status).toBe(400)
    expect((await put({ destination: "" })).status).toBe(422)
    expect((await put({ destination: "ftp://shop" })).status).toBe(422)
    expect((await put({}, uuidVersion1())).status).toBe(404)
    expect((await merchant.api.put(SUBSCRIPTIONS, {})).status).toBe(405)
  })

  it("delete answers 204 in both shapes, 404 for an unknown one and without a uuid", async () => {
    const uuids = [(await create()).data.uuid, (await create()).data.uuid]
    expect((await merchant.api.delete(`${SUBSCRIPTIONS}/${uuids[0]}`)).status).toBe(204)
    expect((await merchant.api.delete(`${SUBSCRIPTIONS}/uuid/${uuids[1]}`)).status).toBe(204)
    expect((await merchant.api.delete(`${SUBSCRIPTIONS}/${uuids[0]}`)).status).toBe(404)
    expect((await merchant.api.delete(SUBSCRIPTIONS)).status).toBe(404)
  })

  it("is seen and changed only with the credential that made it", async () => {
    const { data } = await create()
    const other = await merchant.control.post("/api-keys", { organizationUuid: merchant.organizationUuid })
    const headers = { authorization: `Bearer ${other.data.apiKey}` }
    expect((await merchant.api.get(SUBSCRIPTIONS, { headers })).data).toEqual([])
    expect((await merchant.api.delete(`${SUBSCRIPTIONS}/${data.uuid}`, { headers })).status).toBe(404)
  })

  it("signs each notification: HMAC-SHA-256 over <timestamp>.<payload> in X-SERVICE-Signature", async () => {
    const { data } = await create()
    await merchant.createProduct()
    await merchant.control.post("/clock", { advance: 0 })
    await new Promise((resolve) => setTimeout(resolve, 200))
    const [notification] = destination.events("ProductCreated")
    const message = JSON.parse(notification?.body ?? "")
    expect(message).toMatchObject({ organizationUuid: merchant.organizationUuid, messageId: expect.any(String) })
    const expected = createHmac("sha256", data.signingKey)
      .update(`${message.timestamp}.${message.payload}`)
      .digest("hex")
    expect(notification?.headers["x-service-signature"]).toBe(expected)
  })

  describe("retries", () => {
    const fail = async () => {
      await create()
      destination.status = 500
      await merchant.createProduct()
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    const status = async () => (await merchant.api.get(SUBSCRIPTIONS)).data[0]?.status
    const advance = (seconds: number) => merchant.control.post("/clock", { advance: seconds })
    const attempts = async () => {
      const { data } = await merchant.control.get(`/deliveries?organizationUuid=${merchant.organizationUuid}`)
      const delivery = data.find(({ eventName }: { eventName: string }) => eventName === "ProductCreated")
      return delivery.attempts.map(({ at }: { at: string }) => new Date(at).getTime())
    }

    it("a failure makes the subscription FAILING and writes to contactEmail; a success ACTIVE again", async () => {
      await fail()
      expect(await status()).toBe("FAILING")
      const notices = await merchant.control.get(`/failure-notices?organizationUuid=${merchant.organizationUuid}`)
      expect(notices.data).toMatchObject([{ contactEmail: "butiken@example.com" }])
      destination.status = 204
      await advance(61)
      expect(await status()).toBe("ACTIVE")
    })

    it("come 10 times after 60 s, 9 times after 600 s, hourly for 70 hours; then the subscription is deleted", async () => {
      const key = merchant.apiKey
      await fail()
      await advance(73 * 3_600)
      const times: number[] = await attempts()
      const gaps = times.slice(1).map((time, index) => Math.round((time - (times[index] ?? 0)) / 1_000))
      expect(gaps).toEqual([...Array(10).fill(60), ...Array(9).fill(600), ...Array(70).fill(3_600)])
      const headers = { authorization: `Bearer ${key}` }
      expect((await merchant.api.get(SUBSCRIPTIONS, { headers })).data).toEqual([])
    })
  })
})
