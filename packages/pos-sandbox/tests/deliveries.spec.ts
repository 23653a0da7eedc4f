import { setTimeout as sleep } from "node:timers/promises"
import { Destination } from "./support/destination"
import { Merchant } from "./support/merchant"
import { openSandbox, useSandbox } from "./support/use-sandbox"

const SUBSCRIPTIONS = "/organizations/self/subscriptions"
const HOUR = 3_600

/** What becomes of a message to a destination that takes it and never answers. */
async function sendToSilence() {
  const sandbox = await openSandbox()
  const merchant = await Merchant.open(sandbox)
  const destination = await new Destination().open()
  await merchant.subscribe(destination.url)
  destination.answer = () => undefined
  const begin = Date.now()
  await merchant.createProduct()
  await merchant.settled()
  const seconds = (Date.now() - begin) / 1_000
  const [subscription] = (await merchant.api.get(SUBSCRIPTIONS)).data
  const [{ attempts }] = await merchant.deliveries("ProductCreated")
  await destination.close()
  await sandbox.close()
  return { seconds, status: subscription.status, attempts }
}

let silence: ReturnType<typeof sendToSilence>

// Ten seconds are long: the other tests of this file run meanwhile.
beforeAll(() => {
  silence = sendToSilence()
})

describe("Delivery", () => {
  const world = useSandbox()
  let destination: Destination
  let uuid = ""

  beforeEach(async () => {
    destination = await world.openDestination()
    uuid = (await world.merchant.subscribe(destination.url, ["ProductCreated"])).data.uuid
  })

  const happen = async () => {
    await world.merchant.createProduct()
    await world.merchant.settled()
  }
  const status = async () => (await world.merchant.api.get(SUBSCRIPTIONS)).data[0]?.status
  const delivery = async () => (await world.merchant.deliveries("ProductCreated"))[0]
  const attempts = () => destination.events("ProductCreated").length

  it("is an HTTP POST of JSON", async () => {
    await happen()
    expect(destination.events("ProductCreated")).toMatchObject([
      { method: "POST", headers: { "content-type": "application/json" } },
    ])
  })

  it("goes to every subscription that names the event, or names none, and to no other", async () => {
    const [all, other] = [await world.openDestination(), await world.openDestination()]
    await world.merchant.subscribe(all.url)
    await world.merchant.subscribe(other.url, ["ProductDeleted"])
    await happen()
    expect([destination, all, other].map((item) => item.events("ProductCreated").length)).toEqual([1, 1, 0])
  })

  it.each([200, 201, 202, 204, 299])(
    "%d is success: it is sent once and the subscription stays ACTIVE",
    async (code) => {
      destination.status = code
      await happen()
      await world.merchant.advance(HOUR)
      expect([attempts(), await status()]).toEqual([1, "ACTIVE"])
      expect(await delivery()).toMatchObject({ state: "delivered", attempts: [{ status: code }] })
    }
  )

  it.each([301, 307, 400, 401, 404, 410, 429, 500, 503])("%d is failure: FAILING, and retried", async (code) => {
    destination.status = code
    await happen()
    expect([attempts(), await status()]).toEqual([1, "FAILING"])
    await world.merchant.advance(61)
    expect(attempts()).toBe(2)
  })

  it("a connection that breaks off is failure, listed without a status", async () => {
    destination.answer = (response) => response.destroy()
    await happen()
    expect([await status(), (await delivery()).attempts]).toEqual([
      "FAILING",
      [{ at: expect.any(String), status: null }],
    ])
  })

  it("what follows goes over the same connection, but not over one that has rested: it may be closed by then", async () => {
    await happen()
    let opened = 0
    // A machine may be so busy that a connection rests between two messages, but not each time.
    do {
      opened = destination.connections
      await happen()
    } while (destination.connections > opened)
    await sleep(2_500)
    await happen()
    expect(destination.connections).toBe(opened + 1)
    expect(await status()).toBe("ACTIVE")
  })

  it("retries carry the same message: body, messageId and signature", async () => {
    destination.status = 500
    await happen()
    await world.merchant.advance(121)
    const sent = destination.events("ProductCreated")
    expect(sent).toHaveLength(3)
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1)
    expect(new Set(sent.map(({ headers }) => headers["x-service-signature"])).size).toBe(1)
  })

  it("DELETE /_sandbox/organizations/{uuid}: nothing of it is tried again, and its keys open nothing", async () => {
    destination.status = 500
    await happen()
    const { control, organizationUuid, api } = world.merchant
    expect((await control.delete(`/organizations/${organizationUuid}`)).status).toBe(204)
    await control.post("/clock", { advance: 24 * 3_600 })
    expect(destination.events("ProductCreated")).toHaveLength(1)
    expect((await api.get("/users/self")).status).toBe(401)
    expect((await control.delete(`/organizations/${organizationUuid}`)).status).toBe(404)
  })

  it("each message has a messageId of its own, also the same event to two destinations", async () => {
    const other = await world.openDestination()
    await world.merchant.subscribe(other.url)
    await happen()
    await happen()
    const ids = [...destination.received, ...other.received].map(({ body }) => JSON.parse(body).messageId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  describe("retries", () => {
    const gaps = async () => {
      const times: number[] = (await delivery()).attempts.map(({ at }: { at: string }) => new Date(at).getTime())
      return times.slice(1).map((time, index) => Math.round((time - (times[index] ?? 0)) / 1_000))
    }

    beforeEach(async () => {
      await world.merchant.control.post("/clock", { stopped: true })
      destination.status = 500
      await happen()
    })

    it("begin after 60 seconds, and not before", async () => {
      await world.merchant.advance(58)
      expect(attempts()).toBe(1)
      await world.merchant.advance(2)
      expect(attempts()).toBe(2)
    })

    it("come 10 times after 60 s, 9 times after 600 s, and hourly for 70 hours", async () => {
      await world.merchant.advance(73 * HOUR)
      expect(await gaps()).toEqual([...Array(10).fill(60), ...Array(9).fill(600), ...Array(70).fill(HOUR)])
    })

    it("end after the last: the subscription is deleted and nothing more is sent", async () => {
      await world.merchant.advance(71.5 * HOUR)
      expect(await status()).toBe("FAILING")
      await world.merchant.advance(1.5 * HOUR)
      expect((await world.merchant.api.get(SUBSCRIPTIONS)).data).toEqual([])
      expect((await delivery()).state).toBe("failed")
      const sent = destination.received.length
      await happen()
      await world.merchant.advance(100 * HOUR)
      expect(destination.received).toHaveLength(sent)
    })

    it("a subscription that was deleted so must be created again, and can be with the same uuid", async () => {
      await world.merchant.advance(73 * HOUR)
      destination.status = 200
      expect((await world.merchant.subscribe(destination.url, [], { uuid })).data.status).toBe("ACTIVE")
    })

    it.each([
      ["the 1st", 60],
      ["the 10th", 600],
      ["the 11th, 600 seconds later", 1_200],
      ["the 19th", 6_000],
      ["the 20th, an hour later", 9_600],
      ["the last, after 70 hours", 6_000 + 70 * HOUR],
    ])("2xx at %s retry makes the subscription ACTIVE and ends them", async (_name, seconds) => {
      await world.merchant.advance(seconds - 30)
      expect(await status()).toBe("FAILING")
      destination.status = 200
      const before = attempts()
      await world.merchant.advance(31)
      expect([attempts() - before, await status()]).toEqual([1, "ACTIVE"])
      await world.merchant.advance(80 * HOUR)
      expect([attempts() - before, await status()]).toEqual([1, "ACTIVE"])
    })

    it("end when the subscription is deleted by its owner", async () => {
      await world.merchant.api.delete(`${SUBSCRIPTIONS}/${uuid}`)
      await world.merchant.advance(HOUR)
      expect(attempts()).toBe(1)
    })

    it("go to the new destination when the subscription was updated", async () => {
      const other = await world.openDestination()
      await world.merchant.api.put(`${SUBSCRIPTIONS}/${uuid}`, { destination: other.url })
      await world.merchant.advance(61)
      expect([attempts(), other.events("ProductCreated").length, await status()]).toEqual([1, 1, "ACTIVE"])
    })

    it("new events are sent to a FAILING subscription, each with retries of its own", async () => {
      await world.merchant.advance(30)
      await happen()
      expect(attempts()).toBe(2)
      await world.merchant.advance(61)
      const lists = await world.merchant.deliveries("ProductCreated")
      expect(lists.map((list: { attempts: unknown[] }) => list.attempts.length)).toEqual([2, 2])
    })

    it("a failure of one subscription leaves another ACTIVE", async () => {
      const other = await world.openDestination()
      await world.merchant.subscribe(other.url)
      await happen()
      const { data } = await world.merchant.api.get(SUBSCRIPTIONS)
      expect(data.map((item: { status: string }) => item.status)).toEqual(["FAILING", "ACTIVE"])
    })
  })

  describe("failure notices", () => {
    it("contactEmail is reported once when the subscription begins to fail, and when it is deleted", async () => {
      expect(await world.merchant.failureNotices()).toEqual([])
      destination.status = 500
      await happen()
      const notice = { contactEmail: "butiken@example.com", subscriptionUuid: uuid, message: expect.any(String) }
      await world.merchant.advance(600)
      expect(await world.merchant.failureNotices()).toEqual([{ ...notice, at: expect.any(String) }])
      await world.merchant.advance(73 * HOUR)
      expect(await world.merchant.failureNotices()).toMatchObject([notice, notice])
    })

    it("contactEmail is reported again when it fails after a recovery", async () => {
      for (const code of [500, 200, 500]) {
        destination.status = code
        await happen()
        await world.merchant.advance(61)
      }
      expect(await world.merchant.failureNotices()).toHaveLength(2)
    })
  })

  it("a test message is never retried", async () => {
    const other = await world.openDestination()
    other.status = 500
    await world.merchant.subscribe(other.url)
    await world.merchant.advance(HOUR)
    expect(other.events("TestMessage")).toHaveLength(1)
  })
})

describe("Time-out", () => {
  it("no answer within 10 seconds is failure", async () => {
    const { seconds, status, attempts } = await silence
    expect(seconds).toBeGreaterThan(9.9)
    expect([status, attempts]).toEqual(["FAILING", [{ at: expect.any(String), status: null }]])
  })
})

describe("Failure notices", () => {
  const world = useSandbox()

  it("the newest 500 of an organization are kept", async () => {
    const destination = await world.openDestination()
    const [subscriptions, rounds] = [51, 10]
    for (let count = 0; count < subscriptions; count++) {
      await world.merchant.subscribe(destination.url, ["ProductCreated"])
    }
    for (let round = 0; round < rounds; round++) {
      for (const status of [500, 200]) {
        destination.status = status
        await world.merchant.createProduct()
        await world.merchant.settled()
      }
    }
    expect(await world.merchant.failureNotices()).toHaveLength(500)
  })
})
