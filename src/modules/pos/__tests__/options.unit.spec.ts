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

  it("names a bad key of the environment", () => {
    expect(() => parseOptions({}, { POS_ENCRYPTION_KEY: "short" })).toThrow(/POS_ENCRYPTION_KEY/)
  })
})
