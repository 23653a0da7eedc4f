import fc from "fast-check"
import { allocate, currencyDigits, NotAnAmountError, toMajorUnits, toMinorUnits, UnknownCurrencyError } from "../money"

describe("money", () => {
  it.each([
    ["17.85", "SEK", 1785],
    ["1785", "JPY", 1785],
    ["1.785", "KWD", 1785],
    ["0.005", "EUR", 1],
    ["1.005", "eur", 101],
    ["-2.5", "SEK", -250],
  ])("%s %s is %d in minor units", (major, currency, minor) => {
    expect(toMinorUnits(major, currency)).toBe(minor)
  })

  it("leads back from minor units in every currency", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.constantFrom("SEK", "JPY", "KWD", "HUF"), (minor, currency) => {
        expect(toMinorUnits(toMajorUnits(minor, currency), currency)).toBe(minor)
      })
    )
  })

  it("knows the digits of ISO 4217", () => {
    expect(["SEK", "JPY", "KWD", "ISK"].map(currencyDigits)).toEqual([2, 0, 3, 0])
  })

  it("refuses what is no amount and no currency", () => {
    expect(() => toMinorUnits("a lot", "SEK")).toThrow(NotAnAmountError)
    expect(() => toMajorUnits(1.5, "SEK")).toThrow(NotAnAmountError)
    expect(() => currencyDigits("kr")).toThrow(UnknownCurrencyError)
  })

  it("allocates exactly, whatever the weights", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.array(fc.nat(10_000), { minLength: 1, maxLength: 30 }), (total, weights) => {
        const shares = allocate(total, weights)
        expect(shares.reduce((one, other) => one + other, 0)).toBe(total)
        expect(shares.every((share) => share >= 0)).toBe(true)
      })
    )
  })
})
