import { v1 as uuidVersion1 } from "uuid"
import { speak } from "./support/dialects"
import { expectedSignature } from "./support/signature"
import { useSandbox } from "./support/use-sandbox"

const SUBSCRIPTIONS = "/organizations/self/subscriptions"

describe("[testMessage]", () => {
  const world = useSandbox()

  it("spec: a test message has a text payload, a timestamp and a signature, and a body in one line", async () => {
    const destination = await world.openDestination()
    await world.merchant.subscribe(destination.url)
    const [message] = destination.events("TestMessage")
    const body = JSON.parse(message?.body ?? "")
    expect(body).toMatchObject({ payload: '{"data":"payload"}', timestamp: expect.any(String) })
    expect(message?.headers).toHaveProperty("x-service-signature")
    expect(message?.body).not.toContain("\n")
  })

  it("field: it has text and a signature of it, and a body laid out in lines", async () => {
    await speak(world.merchant, "testMessage", "field")
    const destination = await world.openDestination()
    const { data } = await world.merchant.subscribe(destination.url)
    const [message] = destination.events("TestMessage")
    const { timestamp, payload } = JSON.parse(message?.body ?? "")
    expect(payload).toBe('{"data":"payload"}')
    expect(message?.headers["x-service-signature"]).toBe(expectedSignature(data.signingKey, timestamp, payload))
    expect(message?.body).toContain('\n  "eventName": "TestMessage",\n')
  })

  it("odd: it has an object, and neither timestamp nor signature", async () => {
    await speak(world.merchant, "testMessage", "odd")
    const destination = await world.openDestination()
    expect((await world.merchant.subscribe(destination.url)).status).toBe(200)
    const [message] = destination.events("TestMessage")
    const body = JSON.parse(message?.body ?? "")
    expect(body.payload).toEqual({ data: "payload" })
    expect(body).not.toHaveProperty("timestamp")
    expect(message?.headers).not.toHaveProperty("x-service-signature")
  })

  it.each([
    ["string", "field"],
    ["object", "field"],
    ["string", "odd"],
    ["object", "odd"],
  ] as const)(
    "[signatureCase] bodies are laid out in lines, the signature of a %s is lower case, odd: upper case (%s)",
    async (payloadForm, dialect) => {
      await speak(world.merchant, ["testMessage", "signatureCase"], dialect)
      await world.merchant.control.patch("/settings", { payloadForm })
      const destination = await world.openDestination()
      const { data } = await world.merchant.subscribe(destination.url)
      await world.merchant.createProduct()
      await world.merchant.settled()
      const [message] = destination.events("ProductCreated")
      const text = message?.body ?? ""
      expect(text).toContain('\n  "eventName": "ProductCreated",\n')
      const { timestamp, payload } = JSON.parse(text)
      const raw = /"payload": ([^]*)\n}$/.exec(text)?.[1] ?? ""
      const signed = payloadForm === "string" ? payload : raw
      const signature = expectedSignature(data.signingKey, timestamp, signed)
      expect(message?.headers["x-service-signature"]).toBe(dialect === "odd" ? signature.toUpperCase() : signature)
    }
  )
})

describe("[errorWords] of subscriptions", () => {
  const world = useSandbox()
  const subscribe = async () => {
    const destination = await world.openDestination()
    const uuid = uuidVersion1()
    const answer = await world.merchant.subscribe(destination.url, [], { uuid })
    return { uuid, answer, again: () => world.merchant.subscribe(destination.url, [], { uuid }) }
  }

  it.each([
    ["spec", "BAD_REQUEST", "NOT_FOUND"],
    ["field", "SUBSCRIPTION_ALREADY_EXIST", "SUBSCRIPTION_NOT_FOUND"],
  ] as const)("%s: a second create is %s (400), an unknown one %s (404)", async (dialect, exists, missing) => {
    await speak(world.merchant, "errorWords", dialect)
    const { again } = await subscribe()
    const second = await again()
    expect([second.status, second.data.errorType]).toEqual([400, exists])
    for (const path of [uuidVersion1(), `uuid/${uuidVersion1()}`]) {
      const { status, data } = await world.merchant.api.delete(`${SUBSCRIPTIONS}/${path}`)
      expect([status, data.errorType]).toEqual([404, missing])
    }
    const changed = await world.merchant.api.put(`${SUBSCRIPTIONS}/${uuidVersion1()}`, { eventNames: [] })
    expect([changed.status, changed.data.errorType]).toEqual([404, missing])
  })

  it.each(["", "uuid/"])(
    "both: the list has the signingKey, PUT answers none, and DELETE /%s{uuid} deletes",
    async (segment) => {
      const { uuid, answer } = await subscribe()
      const list = async () => (await world.merchant.api.get(SUBSCRIPTIONS)).data
      expect(await list()).toMatchObject([{ uuid, signingKey: answer.data.signingKey }])
      const changed = await world.merchant.api.put(`${SUBSCRIPTIONS}/${uuid}`, { contactEmail: "agaren@example.com" })
      expect([changed.status, changed.data]).toEqual([200, ""])
      expect((await world.merchant.api.delete(`${SUBSCRIPTIONS}/${segment}${uuid}`)).status).toBe(204)
      expect(await list()).toEqual([])
    }
  )
})
