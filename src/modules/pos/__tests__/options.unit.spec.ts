import { keyPageLink, notAffiliated, PROVIDER_PRESETS } from "../../../contract/providers"
import { SCOPES } from "../../../pos-api/contract"
import { InvalidPosOptionsError } from "../errors"
import { parseOptions } from "../options"

const KEY = Buffer.alloc(32, 5).toString("base64")

describe("plugin options", () => {
  it("keeps only the plugin's own keys: Medusa adds the database's password", () => {
    const options = parseOptions({ serviceUrl: "https://pos.example.com/", database: { clientUrl: "secret" } }, {})
    expect(JSON.stringify(options)).not.toContain("secret")
    expect(options.addresses?.purchaseUrl).toBe("https://pos.example.com")
  })

  it("works without any option, and takes the key from the environment", () => {
    expect(parseOptions(undefined, {})).toMatchObject({ addresses: null, encryptionKeys: [], brand: "SERVICE" })
    expect(parseOptions({}, { POS_ENCRYPTION_KEY: KEY }).encryptionKeys).toMatchObject([{ id: "env" }])
  })

  it.each([
    ["a short key", { encryptionKeys: [{ id: "a", key: "c2hvcnQ=" }] }, "encryptionKeys.0"],
    ["a bad address", { publicUrl: "store" }, "publicUrl"],
    ["a bad e-mail", { contactEmail: "me" }, "contactEmail"],
  ])("names %s", (_name, options, field) => {
    expect(() => parseOptions(options, {})).toThrow(InvalidPosOptionsError)
    expect(() => parseOptions(options, {})).toThrow(field)
  })

  describe("with a provider", () => {
    const zettle = PROVIDER_PRESETS.zettle

    it("brings addresses, brand, limits and key page", () => {
      expect(parseOptions({ provider: "zettle" }, {})).toMatchObject({
        addresses: zettle.addresses,
        brand: "IZETTLE",
        keyPageUrl: zettle.keyPageUrl,
        rateLimits: zettle.rateLimits,
      })
      expect(() => parseOptions({ provider: "acme" }, {})).toThrow(/provider/)
    })

    it("lets each value be overridden on its own", () => {
      const inventoryUrl = "https://lager.example.com"
      const options = {
        provider: "zettle",
        addresses: { inventoryUrl },
        brand: "ACME",
        rateLimits: { inventory: null },
      }
      expect(parseOptions({ ...options, keyPageUrl: "https://example.com/nyckel" }, {})).toMatchObject({
        addresses: { ...zettle.addresses, inventoryUrl },
        brand: "ACME",
        keyPageUrl: "https://example.com/nyckel",
        rateLimits: { inventory: null },
      })
      const sandbox = { provider: "zettle", serviceUrl: "http://127.0.0.1:4700", addresses: { inventoryUrl } }
      expect(parseOptions(sandbox, {})).toMatchObject({
        addresses: { purchaseUrl: "http://127.0.0.1:4700", inventoryUrl },
        brand: "IZETTLE",
      })
    })

    it("asks for the scopes that the plugin needs and recommends, and links to the page that creates such a key", () => {
      expect([...zettle.scopes].sort()).toEqual([...SCOPES].sort())
      expect(keyPageLink(zettle.keyPageUrl, zettle.scopes)).toBe(
        "https://my.zettle.com/apps/api-keys?name=Medusa&scopes=READ%3APRODUCT+WRITE%3APRODUCT+READ%3APURCHASE+" +
          "READ%3AUSERINFO+READ%3AFINANCE"
      )
      expect(notAffiliated(zettle)).toContain("not affiliated with Zettle or PayPal")
    })
  })

  it("without a provider needs all addresses at once, as they replace serviceUrl", () => {
    const { inventoryUrl: _inventoryUrl, ...addresses } = PROVIDER_PRESETS.zettle.addresses
    const options = { serviceUrl: "http://127.0.0.1:4700", addresses }
    expect(parseOptions(options, {}).addresses).toEqual(addresses)
    expect(() => parseOptions({ addresses: { oauthUrl: addresses.oauthUrl } }, {})).toThrow(
      /addresses\.productLibraryUrl/
    )
  })

  it("names a bad key of the environment", () => {
    expect(() => parseOptions({}, { POS_ENCRYPTION_KEY: "short" })).toThrow(/POS_ENCRYPTION_KEY/)
  })
})
