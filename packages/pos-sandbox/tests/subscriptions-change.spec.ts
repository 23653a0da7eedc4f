import { v1 as uuidVersion1 } from "uuid"
import type { Destination } from "./support/destination"
import { useSandbox } from "./support/use-sandbox"

const SUBSCRIPTIONS = "/organizations/self/subscriptions"

describe("Subscriptions", () => {
  const world = useSandbox()
  let destination: Destination

  beforeEach(async () => {
    destination = await world.openDestination()
  })

  const create = async (eventNames = ["ProductCreated"]) =>
    (await world.merchant.subscribe(destination.url, eventNames)).data
  const listed = async () => (await world.merchant.api.get(SUBSCRIPTIONS)).data
  const withKey = async () => {
    const { organizationUuid, control } = world.merchant
    const { data } = await control.post("/api-keys", { organizationUuid })
    return { headers: { authorization: `Bearer ${data.apiKey}` } }
  }
  const fail = () => world.merchant.control.post("/faults", { kind: "status", interface: "subscriptions", status: 500 })

  describe("List: GET", () => {
    it("answers 200 with an array of subscriptions with the same fields as create", async () => {
      expect(await listed()).toEqual([])
      const created = [await create(), await create([])]
      expect(await listed()).toEqual(created)
    })

    it("authentication missing, invalid or expired answers 401", async () => {
      for (const authorization of ["", "Bearer x"]) {
        expect((await world.merchant.api.get(SUBSCRIPTIONS, { headers: { authorization } })).status).toBe(401)
      }
      await world.merchant.control.post("/clock", { advance: 7_201 })
      expect((await world.merchant.api.get(SUBSCRIPTIONS)).status).toBe(401)
    })

    it("an internal error answers 500", async () => {
      await fail()
      expect((await world.merchant.api.get(SUBSCRIPTIONS)).status).toBe(500)
    })

    it("shows only what the same credential made: the key and its tokens, not another key", async () => {
      const subscription = await create()
      const sameKey = { headers: { authorization: `Bearer ${world.merchant.apiKey}` } }
      expect((await world.merchant.api.get(SUBSCRIPTIONS, sameKey)).data).toEqual([subscription])
      expect((await world.merchant.api.get(SUBSCRIPTIONS, await withKey())).data).toEqual([])
      await world.merchant.renewToken()
      expect(await listed()).toEqual([subscription])
    })
  })

  describe("Update: PUT", () => {
    const put = (uuid: string, change: object, options: object = {}) =>
      world.merchant.api.put(`${SUBSCRIPTIONS}/${uuid}`, change, options)

    it.each([
      ["eventNames", { eventNames: ["ProductDeleted"] }],
      ["eventNames, empty", { eventNames: [] }],
      ["contactEmail", { contactEmail: "zoe@example.com" }],
      ["transportName, the same as at creation", { transportName: "WEBHOOK" }],
    ])("%s answers 200 without content and changes that alone, and updated", async (_name, change) => {
      const before = await create()
      await world.merchant.advance(60)
      const { status, data } = await put(before.uuid, change)
      expect([status, data]).toEqual([200, ""])
      const [after] = await listed()
      expect(after).toEqual({ ...before, ...change, updated: after.updated })
      expect(new Date(after.updated).getTime()).toBeGreaterThan(new Date(before.updated).getTime())
    })

    it("takes its parameters from the query as well", async () => {
      const { uuid } = await create()
      expect((await put(`${uuid}?contactEmail=nytt@example.com`, {})).status).toBe(200)
      expect(await listed()).toMatchObject([{ contactEmail: "nytt@example.com" }])
    })

    it("uuid, signingKey, status and owner cannot be updated", async () => {
      const before = await create()
      await put(before.uuid, { uuid: uuidVersion1(), signingKey: "x", status: "FAILING", owner: "x" })
      const [after] = await listed()
      expect(after).toEqual({ ...before, updated: after.updated })
    })

    it.each([
      ["eventNames with unsupported events", { eventNames: ["Nothing"] }, 400],
      ["another transportName", { transportName: "PIGEON" }, 400],
      ["destination empty", { destination: "" }, 422],
      ["destination not a valid URL", { destination: "butiken" }, 422],
      ["destination not HTTPS", { destination: "http://shop.example.com/hook" }, 422],
      ["destination of another protocol", { destination: "ftp://shop.example.com" }, 422],
      ["contactEmail not a valid address", { contactEmail: "butiken" }, 422],
      ["contactEmail over 512 characters", { contactEmail: `${"a".repeat(510)}@example.com` }, 422],
    ])("%s answers %d and changes nothing", async (_name, change, status) => {
      const before = await create()
      expect((await put(before.uuid, { ...change, eventNames: ["ProductDeleted"], ...change })).status).toBe(status)
      expect(await listed()).toEqual([before])
    })

    it("a subscription that does not exist answers 404", async () => {
      expect((await put(uuidVersion1(), {})).status).toBe(404)
    })

    it("subscriptionUuid missing answers 405", async () => {
      expect((await world.merchant.api.put(SUBSCRIPTIONS, {})).status).toBe(405)
    })

    it("authentication missing answers 401", async () => {
      const { uuid } = await create()
      expect((await put(uuid, {}, { headers: { authorization: "" } })).status).toBe(401)
    })

    it("an event whose scope is missing answers 403", async () => {
      const narrow = await world.openMerchant({ scopes: ["READ:PRODUCT"] })
      const { uuid } = (await narrow.subscribe(destination.url, ["ProductCreated"])).data
      const update = (eventNames: string[]) => narrow.api.put(`${SUBSCRIPTIONS}/${uuid}`, { eventNames })
      expect((await update(["PurchaseCreated"])).status).toBe(403)
      expect((await update([])).status).toBe(403)
      expect((await update(["ProductDeleted"])).status).toBe(200)
    })

    it("another credential answers 404", async () => {
      const { uuid } = await create()
      expect((await put(uuid, { eventNames: [] }, await withKey())).status).toBe(404)
    })

    it("an internal error answers 500", async () => {
      const { uuid } = await create()
      await fail()
      expect((await put(uuid, {})).status).toBe(500)
    })

    it("destination: the new one gets a test message, and what is sent from then on", async () => {
      const { uuid } = await create()
      const other = await world.openDestination()
      expect((await put(uuid, { destination: other.url })).status).toBe(200)
      await world.merchant.settled()
      expect(other.events("TestMessage")).toHaveLength(1)
      await world.merchant.createProduct()
      await world.merchant.settled()
      expect([destination, other].map((item) => item.events("ProductCreated").length)).toEqual([0, 1])
    })
  })

  describe("Delete: DELETE", () => {
    const remove = (path: string, options: object = {}) => world.merchant.api.delete(`${SUBSCRIPTIONS}${path}`, options)

    it("answers 204 with no content, and nothing is sent from then on", async () => {
      const { uuid } = await create()
      const { status, data } = await remove(`/${uuid}`)
      expect([status, data, await listed()]).toEqual([204, "", []])
      await world.merchant.createProduct()
      await world.merchant.settled()
      expect(destination.events("ProductCreated")).toEqual([])
    })

    it("the path with an extra `uuid` segment answers 204 too", async () => {
      const { uuid } = await create()
      expect((await remove(`/uuid/${uuid}`)).status).toBe(204)
      expect(await listed()).toEqual([])
    })

    it("no subscription for the uuid answers 404", async () => {
      const { uuid } = await create()
      await remove(`/${uuid}`)
      expect((await remove(`/${uuid}`)).status).toBe(404)
      expect((await remove(`/${uuidVersion1()}`)).status).toBe(404)
    })

    it("subscriptionUuid missing answers 404", async () => {
      expect((await remove("")).status).toBe(404)
    })

    it("authentication missing answers 401", async () => {
      const { uuid } = await create()
      expect((await remove(`/${uuid}`, { headers: { authorization: "" } })).status).toBe(401)
    })

    it("another credential answers 404", async () => {
      const { uuid } = await create()
      expect((await remove(`/${uuid}`, await withKey())).status).toBe(404)
      expect(await listed()).toHaveLength(1)
    })

    it("an internal error answers 500", async () => {
      const { uuid } = await create()
      await fail()
      expect((await remove(`/${uuid}`)).status).toBe(500)
    })

    it("a uuid that was deleted can be used again", async () => {
      const { uuid } = await create()
      await remove(`/${uuid}`)
      expect((await world.merchant.subscribe(destination.url, [], { uuid })).status).toBe(200)
    })
  })
})
