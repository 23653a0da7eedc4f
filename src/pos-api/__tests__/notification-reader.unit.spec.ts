import { createHmac } from "node:crypto"
import fc from "fast-check"
import { readNotification } from "../notification-reader"
import { signNotification } from "../signature"

const KEY = "a key with ö and 東京"

/** The signature, computed without the code under test. */
const sign = (text: string, key = KEY) =>
  createHmac("sha256", Buffer.from(key, "utf8")).update(text, "utf8").digest("hex")

const envelope = (payloadJson: string, timestamp = "2026-11-21T10:11:12.131Z") =>
  Buffer.from(
    `{"organizationUuid":null,"messageId":"m-1","eventName":"PurchaseCreated","timestamp":"${timestamp}", "payload": ${payloadJson} }`
  )

const read = (body: Buffer, signature: string | null, signingKeys = [KEY]) =>
  readNotification(body, { signature, signingKeys })

describe("readNotification", () => {
  it("knows the golden signature", () => {
    expect(signNotification("key", "2021-04-19T13:18:11.999Z", '{"a":1}')).toBe(
      "73c695fd347d4454f1a112f9cbc8df6f90251af2ea8bbf4b36184e0b6ccf0472"
    )
  })

  it("reads a string payload by its decoded value, whatever it holds", () => {
    fc.assert(
      fc.property(fc.json(), fc.string(), (payload, timestampText) => {
        const timestamp = `t${timestampText.replace(/[^a-z0-9]/gi, "")}`
        const reading = read(envelope(JSON.stringify(payload), timestamp), sign(`${timestamp}.${payload}`))
        expect(reading).toMatchObject({ kind: "notification", payload: JSON.parse(payload) ?? payload })
      })
    )
  })

  it("reads an object payload by its raw text, white space and numbers as they stand", () => {
    const raw = '{ "amount" : 1.50,\n "namn":"\\u00c5sa", "tom": [ ] }'
    const reading = read(envelope(raw), sign(`2026-11-21T10:11:12.131Z.${raw}`))
    expect(reading).toMatchObject({ kind: "notification", payload: { amount: 1.5, namn: "Åsa", tom: [] } })
  })

  it("accepts the previous key during a rotation, and upper-case hexadecimal", () => {
    const signature = sign('2026-11-21T10:11:12.131Z.{"a":1}', "old").toUpperCase()
    expect(read(envelope('{"a":1}'), signature, ["new", "old"]).kind).toBe("notification")
    expect(read(envelope('{"a":1}'), signature, ["new"])).toEqual({ kind: "rejected", reason: "bad-signature" })
  })

  it("rejects every signature with a flipped digit", () => {
    const good = sign('2026-11-21T10:11:12.131Z.{"a":1}')
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.integer({ min: 1, max: 15 }), (position, add) => {
        const digit = ((parseInt(good.charAt(position), 16) + add) % 16).toString(16)
        const flipped = good.slice(0, position) + digit + good.slice(position + 1)
        expect(read(envelope('{"a":1}'), flipped)).toEqual({ kind: "rejected", reason: "bad-signature" })
      })
    )
  })

  it.each([
    ["no signature", envelope('{"a":1}'), null, "no-signature"],
    ["no JSON", Buffer.from("{"), "x", "malformed"],
    ["no payload", Buffer.from('{"messageId":"m","eventName":"X"}'), "x", "malformed"],
    ["two payloads", Buffer.from('{"messageId":"m","eventName":"X","payload":{},"payload":{"a":1}}'), "x", "malformed"],
    ["an array", Buffer.from("[]"), "x", "malformed"],
  ])("rejects %s", (_name, body, signature, reason) => {
    expect(read(body, signature)).toEqual({ kind: "rejected", reason })
  })

  it.each(["inte JSON", '{"a":', "null", "", "1e999"])(
    "keeps a signed payload that says nothing in JSON as its text: %p",
    (text) => {
      const reading = read(envelope(JSON.stringify(text)), sign(`2026-11-21T10:11:12.131Z.${text}`))
      expect(reading).toMatchObject({ kind: "notification", payload: text })
    }
  )

  it.each([
    ["text", '"{\\"data\\":\\"payload\\"}"'],
    ["an object, pretty-printed", '{\n  "data": "payload"\n}'],
  ])(
    "lets a test message pass whose payload is %s, with a timestamp and a signature of no known key",
    (_name, payload) => {
      const body = `{\n "eventName": "TestMessage",\n "messageId": "m", "timestamp": "2026-11-21T10:11:12.131Z", "payload": ${payload} }`
      expect(read(Buffer.from(body), "00ff", []).kind).toBe("test-message")
    }
  )

  it.each([
    ["an id that is too long", { messageId: "m".repeat(300), eventName: "X", timestamp: "t", payload: "{}" }, "{}"],
    ["no id", { eventName: "X", timestamp: "t", payload: "{}" }, "{}"],
  ])("keeps what is signed and not understood: %s; without its signature it is nothing", (_name, message, payload) => {
    const body = Buffer.from(JSON.stringify(message, null, 2))
    const reading = read(body, sign(`t.${payload}`))
    expect(reading).toMatchObject({ kind: "unreadable", problem: expect.any(String), text: body.toString("utf8") })
    expect(read(body, sign(`u.${payload}`)).kind).toBe("rejected")
    expect(read(body, null)).toEqual({ kind: "rejected", reason: "malformed" })
  })

  it("reports the same news by one digest, under any id, name and form", () => {
    const signature = sign('2026-11-21T10:11:12.131Z.{"a":1}')
    const renamed = Buffer.from(
      '{"messageId":"m-2","eventName":"ProductCreated","payload":{"a":1},"timestamp":"2026-11-21T10:11:12.131Z"}'
    )
    const digests = [envelope('{"a":1}'), envelope('"{\\"a\\":1}"'), renamed].map((body) => {
      const reading = read(body, signature)
      return reading.kind === "notification" ? reading.digest : reading
    })
    expect(digests).toEqual([expect.stringMatching(/^[\w-]{43}$/), digests[0], digests[0]])
  })

  it("reads bodies nested deeper than any stack", () => {
    const deep = `{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}}`
    expect(read(envelope(deep), "x")).toEqual({ kind: "rejected", reason: "bad-signature" })
    expect(read(envelope(deep), sign(`2026-11-21T10:11:12.131Z.${deep}`)).kind).toBe("notification")
  })

  it("takes no signature that was made with an empty key", () => {
    const signature = sign('2026-11-21T10:11:12.131Z.{"a":1}', "")
    expect(read(envelope('{"a":1}'), signature, [""])).toEqual({ kind: "rejected", reason: "bad-signature" })
  })

  it("rejects everything while no key is known", () => {
    expect(read(envelope("{}"), sign("2026-11-21T10:11:12.131Z.{}"), [])).toEqual({
      kind: "rejected",
      reason: "bad-signature",
    })
  })

  it("lets a test message pass without timestamp, signature or key", () => {
    const body = Buffer.from('{"messageId":"m","eventName":"TestMessage","payload":{"data":"payload"}}')
    expect(read(body, null, []).kind).toBe("test-message")
    expect(read(Buffer.from('{"eventName":"TestMessage"}'), null, []).kind).toBe("test-message")
  })

  it.each([
    ["an object", { data: "payload" }],
    ["a text", '{"data":"payload"}'],
    ["a text that is no JSON", "payload"],
  ])("knows a test message with %s, pretty-printed, with all else or nothing, whoever signed it", (_name, payload) => {
    const whole = { messageId: "m", eventName: "TestMessage", timestamp: "2026-11-21T10:11:12.131Z", payload }
    for (const message of [whole, { eventName: "TestMessage", payload }, { ...whole, timestamp: null }]) {
      const body = Buffer.from(JSON.stringify(message, null, 4))
      expect([null, "wrong"].map((signature) => read(body, signature).kind)).toEqual(["test-message", "test-message"])
    }
  })
})
