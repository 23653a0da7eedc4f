import { Redaction } from "../redaction"

const UUID = "994a4610-e6a5-11f1-8ed3-c97fe3286c52"

describe("Redaction", () => {
  const redact = (value: unknown) => new Redaction().json(value)

  it.each([
    [{ name: "Åsa Öberg" }],
    [{ firstName: "Åsa", lastName: "Öberg", legalEntity: { street: "Storgatan 1", zipCode: "11122", city: "Malmö" } }],
    [{ phoneNumber: "0701234567", vatNumber: "556677889901", contactEmail: "asa@example.com" }],
    [{ maskedPan: "457112******0042", card: 4571123456789010, reference: "4571 1234 5678 9010" }],
    [{ gpsCoordinates: { longitude: 18.06, latitude: 59.33 } }],
    [{ signingKey: UUID, access_token: "eyJhbGciOi", client_id: UUID, apiKey: "123" }],
    [{ somethingNew: "東京都千代田区", barcode: "7350099999917" }],
    [{ "asa@example.com": true }],
  ])("of %j keeps nothing that reports whose it is", (value) => {
    const text = JSON.stringify(redact(value))
    for (const secret of JSON.stringify(value).match(/(?<=[:{]")[^"]+(?="[,}])|(?<=:)[\d.]+|asa@example\.com/g) ?? []) {
      expect(text).not.toContain(secret)
    }
  })

  it("keeps what is the service's own: identifiers, moments, amounts, words, versions", () => {
    const kept = {
      uuid: UUID,
      created: "2026-03-09T10:30:00.000+0000",
      amount: -12_900,
      quantity: "0.350",
      type: "SERVICE_CARD",
      errorType: "ENTITY_NOT_FOUND",
      currency: "KWD",
      timeZone: "Europe/Stockholm",
      etag: "0123456789ABCDEF0123456789ABCDEF",
      refund: false,
      note: null,
      timestamp: 1_773_052_200_000,
      groupedVatAmounts: { "25.0": 70_000 },
    }
    expect(redact(kept)).toEqual(kept)
  })

  it("gives the same text the same placeholder, in bodies, paths and addresses, and keeps how long a long one is", () => {
    const redaction = new Redaction()
    const { imageUrls, key } = { imageUrls: ["https://img.example.com/product/SOuN.png"], key: "SOuN.png" }
    expect(redaction.json({ imageUrls, lookup: key })).toEqual({
      imageUrls: ["https://cassette.invalid/product/redacted-1"],
      lookup: "redacted-1",
    })
    expect(redaction.path(`/product/${key}`)).toBe("/product/redacted-1")
    expect(String(redaction.json("å".repeat(1_025)))).toHaveLength(1_025)
    expect(redaction.json(redaction.json({ mail: "a@example.com" }))).toEqual({ mail: "redacted-3@cassette.invalid" })
  })
})
