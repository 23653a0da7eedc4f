import fc from "fast-check"
import { canonicalJson, fingerprint } from "../field-changes"

describe("canonical JSON", () => {
  it.each([
    ["sorts members at every depth", { b: 1, a: { d: 2, c: 3 } }, '{"a":{"c":3,"d":2},"b":1}'],
    ["leaves out what is null or absent", { a: null, b: undefined, c: 0, d: "", e: false }, '{"c":0,"d":"","e":false}'],
    ["takes an object with nothing set for null", { a: { b: null, c: {} } }, "null"],
    ["takes an empty list for null", { a: [], b: 1 }, '{"b":1}'],
    ["keeps the place of a null in a list", [1, null, undefined, {}], "[1,null,null,null]"],
    ["keeps the order of a list", ["東京", "å"], '["東京","å"]'],
    ["quotes what needs it", { 'a"b': 'c"d\n' }, '{"a\\"b":"c\\"d\\n"}'],
    ["takes nothing for null", undefined, "null"],
  ])("%s", (_name, value, json) => {
    expect(canonicalJson(value)).toBe(json)
  })

  it("can be read, and means the same whatever order its members had", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = canonicalJson(value)
        expect(canonicalJson(JSON.parse(json))).toBe(json)
        expect(canonicalJson(turnedRound(value))).toBe(json)
      })
    )
  })
})

describe("fingerprint", () => {
  it("is the SHA-256 of the canonical JSON, in hex", () => {
    expect(fingerprint({})).toBe("74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b")
    expect(fingerprint({ name: "Tröja", unitName: null })).toBe(fingerprint({ name: "Tröja" }))
    expect(fingerprint({ name: "Tröja" })).not.toBe(fingerprint({ name: "Troja" }))
  })
})

function turnedRound(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(turnedRound)
  }
  return value !== null && typeof value === "object"
    ? Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([name, member]) => [name, turnedRound(member)])
      )
    : value
}
