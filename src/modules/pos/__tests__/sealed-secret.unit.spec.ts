import fc from "fast-check"
import { SecretUnreadableError } from "../errors"
import { openSecret, sealSecret } from "../sealed-secret"

const key = (id: string, fill: number) => ({ id, key: Buffer.alloc(32, fill) })

describe("sealed secrets", () => {
  it("open to what was sealed, and never show it", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8 }), (secret) => {
        const sealed = sealSecret([key("a", 1)], "connection.1", secret)
        expect(sealed).not.toContain(secret)
        expect(openSecret([key("a", 1)], "connection.1", sealed)).toBe(secret)
      })
    )
  })

  it("are sealed by the first key and opened by the one they name", () => {
    const sealed = sealSecret([key("old", 1)], "o", "hemligt")
    expect(openSecret([key("new", 2), key("old", 1)], "o", sealed)).toBe("hemligt")
    expect(sealSecret([key("new", 2), key("old", 1)], "o", "hemligt")).toMatch(/^v1\.new\./)
  })

  it("do not open for another row, with another key, changed, or without their key", () => {
    const sealed = sealSecret([key("a", 1)], "o", "hemligt")
    const [format, id, iv, tag, ciphertext = ""] = sealed.split(".")
    const bytes = Buffer.from(ciphertext, "base64url").map((byte, index) => (index === 0 ? byte ^ 1 : byte))
    const flipped = [format, id, iv, tag, Buffer.from(bytes).toString("base64url")].join(".")
    expect(() => openSecret([key("a", 1)], "another", sealed)).toThrow(SecretUnreadableError)
    expect(() => openSecret([key("a", 2)], "o", sealed)).toThrow(SecretUnreadableError)
    expect(() => openSecret([key("a", 1)], "o", flipped)).toThrow(SecretUnreadableError)
    expect(() => openSecret([key("b", 1)], "o", sealed)).toThrow(/encryption key "a"/)
    expect(() => openSecret([key("a", 1)], "o", "hemligt")).toThrow(/known format/)
  })
})
