import { v1 as uuidVersion1, v4 as uuidVersion4 } from "uuid"
import type { Destination } from "./support/destination"
import { openSandbox, useSandbox } from "./support/use-sandbox"
import { Merchant } from "./support/merchant"

const SUBSCRIPTIONS = "/organizations/self/subscriptions"
const EVENTS: [string, string | null][] = [
  ["PurchaseCreated", "READ:PURCHASE"],
  ["OrganizationUpdated", "READ:USERINFO"],
  ["ProductCreated", "READ:PRODUCT"],
  ["ProductUpdated", "READ:PRODUCT"],
  ["ProductDeleted", "READ:PRODUCT"],
  ["InventoryBalanceChanged", "READ:PRODUCT"],
  ["InventoryTrackingStarted", "READ:PRODUCT"],
  ["InventoryTrackingStopped", "READ:PRODUCT"],
  ["ApplicationConnectionRemoved", null],
  ["PersonalAssertionDeleted", null],
]

describe("Create subscription: POST /organizations/{organizationUuid}/subscriptions", () => {
  const world = useSandbox()
  let destination: Destination

  beforeEach(async () => {
    destination = await world.openDestination()
  })

  const body = (change: object = {}) => ({
    uuid: uuidVersion1(),
    transportName: "WEBHOOK",
    eventNames: ["ProductCreated"],
    destination: destination.url,
    contactEmail: "butiken@example.com",
    ...change,
  })
  const create = (change: object = {}) => world.merchant.api.post(SUBSCRIPTIONS, body(change))
  const listed = async () => (await world.merchant.api.get(SUBSCRIPTIONS)).data

  it("answers 200 with uuid, transportName, eventNames, updated, destination, contactEmail, status, signingKey", async () => {
    const asked = body()
    const { status, data } = await world.merchant.api.post(SUBSCRIPTIONS, asked)
    expect({ status, data }).toEqual({
      status: 200,
      data: { ...asked, updated: expect.any(String), status: "ACTIVE", signingKey: expect.any(String) },
    })
    expect(new Date(data.updated).toISOString()).toBe(data.updated)
  })

  it("takes its parameters from the query as well", async () => {
    const { eventNames, ...rest } = body({ eventNames: ["ProductCreated", "ProductDeleted"] })
    const params = new URLSearchParams({ ...rest, eventNames: eventNames.join(",") })
    const { status, data } = await world.merchant.api.post(`${SUBSCRIPTIONS}?${params.toString()}`)
    expect([status, data.eventNames]).toEqual([200, eventNames])
  })

  it("each subscription has a signing key of its own", async () => {
    expect((await create()).data.signingKey).not.toBe((await create()).data.signingKey)
  })

  it("an API key is taken in place of an access token", async () => {
    const headers = { authorization: `Bearer ${world.merchant.apiKey}` }
    expect((await world.merchant.api.post(SUBSCRIPTIONS, body(), { headers })).status).toBe(200)
  })

  it("a TestMessage goes to a destination that is used for the first time, and only then", async () => {
    await create()
    await create()
    expect(destination.payloads("TestMessage")).toEqual([{ data: "payload" }])
    const other = await world.openDestination()
    await create({ destination: other.url })
    expect(other.events("TestMessage")).toHaveLength(1)
  })

  it.each([
    ["transportName missing", { transportName: undefined }, 400],
    ["transportName other than WEBHOOK", { transportName: "PIGEON" }, 400],
    ["uuid missing", { uuid: undefined }, 400],
    ["uuid empty", { uuid: "" }, 400],
    ["uuid not version 1", { uuid: uuidVersion4() }, 400],
    ["uuid that is none", { uuid: "butiken" }, 400],
    ["eventNames with an unsupported event", { eventNames: ["ProductCreated", "Nothing"] }, 400],
    ["eventNames with a name that every object knows", { eventNames: ["toString"] }, 400],
    ["eventNames that are no names", { eventNames: 47 }, 400],
    ["destination missing", { destination: undefined }, 422],
    ["destination empty", { destination: "" }, 422],
    ["contactEmail missing", { contactEmail: undefined }, 422],
    ["contactEmail empty", { contactEmail: "" }, 422],
    ["contactEmail not a valid address", { contactEmail: "butiken" }, 422],
    ["contactEmail over 512 characters", { contactEmail: longAddress(513) }, 422],
  ])("%s answers %d in the documented form, and nothing is created", async (_name, change, status) => {
    const answer = await create(change)
    expect(answer.status).toBe(status)
    expect(answer.data).toMatchObject({ errorType: expect.any(String), developerMessage: expect.any(String) })
    expect(await listed()).toEqual([])
    expect(destination.received).toEqual([])
  })

  it("contactEmail of 512 characters is taken", async () => {
    expect((await create({ contactEmail: longAddress(512) })).status).toBe(200)
  })

  it("uuid already used by a subscription answers 400, also in another organization", async () => {
    const { data } = await create()
    expect((await create({ uuid: data.uuid })).status).toBe(400)
    const other = await world.openMerchant()
    expect((await other.subscribe(destination.url, [], { uuid: data.uuid })).status).toBe(400)
  })

  it("a destination that cannot be reached answers 400 DESTINATION_NOT_ACCESSIBLE", async () => {
    const { status, data } = await create({ destination: "http://127.0.0.1:9/hook" })
    expect([status, data.errorType]).toEqual([400, "DESTINATION_NOT_ACCESSIBLE"])
    expect(await listed()).toEqual([])
  })

  it.each([
    ["plain HTTP", "http://shop.example.com/hook"],
    ["no URL", "butiken"],
    ["a private address", "https://192.168.1.10/hook"],
    ["an address of metadata services", "https://169.254.169.254/latest"],
  ])("a destination that is %s answers 400 DESTINATION_NOT_ACCESSIBLE", async (_name, url) => {
    const { status, data } = await create({ destination: url })
    expect([status, data.errorType]).toEqual([400, "DESTINATION_NOT_ACCESSIBLE"])
  })

  it("a destination on this machine answers 400 unless loopback is allowed", async () => {
    const strict = await openSandbox({ allowLoopback: false })
    const merchant = await Merchant.open(strict)
    const statuses = []
    for (const url of [destination.url, destination.url.replace("http:", "https:"), "https://localhost/hook"]) {
      statuses.push((await merchant.subscribe(url)).status)
    }
    await strict.close()
    expect(statuses).toEqual([400, 400, 400])
  })

  it.each([302, 404, 410, 500, 503])(
    "a destination that answers the test message with %d: 500 DESTINATION_RESPONDED_WITH_ERROR_CODE",
    async (answered) => {
      destination.status = answered
      const { status, data } = await create()
      expect([status, data.errorType]).toEqual([500, "DESTINATION_RESPONDED_WITH_ERROR_CODE"])
      expect(await listed()).toEqual([])
    }
  )

  it("a destination that failed its test message gets another with the next subscription", async () => {
    destination.status = 500
    await create()
    destination.status = 200
    expect((await create()).status).toBe(200)
    expect(destination.events("TestMessage")).toHaveLength(2)
  })

  it.each([
    ["missing", ""],
    ["invalid", "Bearer x"],
  ])("authentication %s answers 401", async (_name, authorization) => {
    const answer = await world.merchant.api.post(SUBSCRIPTIONS, body(), { headers: { authorization } })
    expect(answer.status).toBe(401)
  })

  it("authentication expired answers 401", async () => {
    await world.merchant.control.post("/clock", { advance: 7_201 })
    expect((await create()).status).toBe(401)
  })

  it.each(EVENTS.filter(([, scope]) => scope))("%s without %s answers 403, with it 200", async (event, scope) => {
    const others = ["READ:PRODUCT", "READ:PURCHASE", "READ:USERINFO", "READ:FINANCE"].filter((item) => item !== scope)
    expect((await (await world.openMerchant({ scopes: others })).subscribe(destination.url, [event])).status).toBe(403)
    const enough = await world.openMerchant({ scopes: [scope] })
    expect((await enough.subscribe(destination.url, [event])).status).toBe(200)
  })

  it.each(["ApplicationConnectionRemoved", "PersonalAssertionDeleted"])("%s needs any scope", async (event) => {
    const narrow = await world.openMerchant({ scopes: ["READ:FINANCE"] })
    expect((await narrow.subscribe(destination.url, [event])).status).toBe(200)
  })

  it("an empty eventNames needs every scope", async () => {
    for (const missing of ["READ:PRODUCT", "READ:PURCHASE", "READ:USERINFO"]) {
      const scopes = ["READ:PRODUCT", "READ:PURCHASE", "READ:USERINFO"].filter((scope) => scope !== missing)
      expect((await (await world.openMerchant({ scopes })).subscribe(destination.url)).status).toBe(403)
    }
    const all = await world.openMerchant({ scopes: ["READ:PRODUCT", "READ:PURCHASE", "READ:USERINFO"] })
    expect((await all.subscribe(destination.url)).data.eventNames).toEqual([])
  })

  it("an internal error answers 500", async () => {
    await world.merchant.control.post("/faults", { kind: "status", interface: "subscriptions", status: 500 })
    expect((await create()).status).toBe(500)
  })
})

function longAddress(length: number): string {
  const local = "butiken@"
  const label = `${"a".repeat(60)}.`
  const domain = `${label.repeat(20)}example.com`
  return local + domain.slice(domain.length - (length - local.length)).replace(/^\./, "a")
}
