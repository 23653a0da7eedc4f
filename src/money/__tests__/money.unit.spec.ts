import fc from "fast-check"
import {
  allocate,
  currencyDigits,
  NotAnAmountError,
  toColumnText,
  toMajorUnits,
  toMinorUnits,
  UnknownCurrencyError,
} from "../money"

describe("money", () => {
  it.each([
    ["17.85", "SEK", 1785],
    ["1785", "JPY", 1785],
    ["1.785", "KWD", 1785],
    ["0.005", "EUR", 1],
    ["1.005", "eur", 101],
    ["-2.5", "SEK", -250],
    ["-0.001", "SEK", 0],
    ["1e3", "SEK", 100_000],
    [0.1 + 0.2, "SEK", 30],
    [{ value: "19.90" }, "SEK", 1990],
  ])("%s %s is %d in minor units", (major, currency, minor) => {
    expect(toMinorUnits(major, currency)).toBe(minor)
  })

  it.each([
    [1780, "SEK", "17.80"],
    [-5, "SEK", "-0.05"],
    [1780, "JPY", "1780"],
    [1780, "KWD", "1.780"],
  ])("%d in minor units of %s stands in a column as %s", (minor, currency, text) => {
    expect(toColumnText(minor, currency)).toBe(text)
  })

  it("leads back from minor units in every currency", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.constantFrom("SEK", "JPY", "KWD", "HUF"), (minor, currency) => {
        expect(toMinorUnits(toMajorUnits(minor, currency), currency)).toBe(minor)
      })
    )
  })

  it.each([
    [1785, "SEK", "17.85"],
    [1700, "sek", "17"],
    [1785, "JPY", "1785"],
    [1785, "KWD", "1.785"],
    [-5, "EUR", "-0.05"],
    [-0, "EUR", "0"],
  ])("%d minor units are %s %s", (minor, currency, major) => {
    expect(toMajorUnits(minor, currency)).toBe(major)
  })

  it("knows the digits of ISO 4217, where Intl knows others", () => {
    const codes = ["SEK", "sek", "JPY", "KWD", "ISK", "HUF", "IQD", "RSD", "CLF"]
    expect(codes.map(currencyDigits)).toEqual([2, 2, 0, 3, 0, 2, 3, 2, 4])
  })

  it("refuses what is no amount and no currency", () => {
    for (const amount of ["a lot", "", NaN, Infinity, "90071992547409.93"]) {
      expect(() => toMinorUnits(amount, "SEK")).toThrow(NotAnAmountError)
    }
    expect(() => toMajorUnits(1.5, "SEK")).toThrow(NotAnAmountError)
    expect(String(new NotAnAmountError("mycket"))).toBe('NotAnAmountError: "mycket" is not an amount of money')
    expect(String(new UnknownCurrencyError("kr"))).toBe('UnknownCurrencyError: "kr" is not a currency code of ISO 4217')
    for (const code of ["kr", "ABC", "", "SEKK"]) {
      expect(() => currencyDigits(code)).toThrow(UnknownCurrencyError)
    }
  })

  it.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [2, [1, 3, 2], [0, 1, 1]],
    [10, [0, 0, 0], [10, 0, 0]],
    [10, [0, 5, 0], [0, 10, 0]],
    [-10, [1, 1, 1], [-3, -3, -4]],
    [7, ["0.350", "0.7"], [2, 5]],
    [3, [], []],
  ])("allocates %d by %j: to the largest remainder first, then in order: %j", (total, weights, shares) => {
    expect(allocate(total, weights)).toEqual(shares)
  })

  it("allocates exactly, whatever the weights", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.array(fc.nat(10_000), { minLength: 1, maxLength: 30 }), (total, weights) => {
        const shares = allocate(total, weights)
        expect(shares.reduce((left, right) => left + right, 0)).toBe(total)
        expect(shares.every((share) => share >= 0)).toBe(true)
      })
    )
  })
})
