import {
  amountSchema,
  decimalTextSchema,
  formatTimestamp,
  formatTimestampWithOffset,
  listSchema,
  momentSchema,
  numberSchema,
  parseTimestamp,
  quantityTextSchema,
} from "../common"

describe("a moment of the POS", () => {
  it.each([
    ["2026-11-21T09:08:07.123+0000", "2026-11-21T09:08:07.123Z"],
    ["2026-11-21T09:08:07.123+00:00", "2026-11-21T09:08:07.123Z"],
    ["2026-11-21T09:08:07Z", "2026-11-21T09:08:07.000Z"],
    ["2026-11-21T09:08:07.123456789Z", "2026-11-21T09:08:07.123Z"],
    ["2026-11-21T09:08:07.123", "2026-11-21T09:08:07.123Z"],
    ["2026-11-21T09:08:07", "2026-11-21T09:08:07.000Z"],
    ["2026-11-21T09:08", "2026-11-21T09:08:00.000Z"],
    ["2026-11-21 09:08:07", "2026-11-21T09:08:07.000Z"],
    ["2026-11-21", "2026-11-21T00:00:00.000Z"],
    ["2026-11-21T09:08:07+02:00", "2026-11-21T07:08:07.000Z"],
    ["2026-11-21T09:08:07-0530", "2026-11-21T14:38:07.000Z"],
    ["2026-11-21T09:08:07+02", "2026-11-21T07:08:07.000Z"],
    ["Sat, 21 Nov 2026 09:08:07 GMT", "2026-11-21T09:08:07.000Z"],
    ["1795252087123", "2026-11-21T09:08:07.123Z"],
    [1_795_252_087_123, "2026-11-21T09:08:07.123Z"],
  ])("%s is %s, wherever the store stands", (text, moment) => {
    expect(parseTimestamp(text)?.toISOString()).toBe(moment)
  })

  it.each(["igår", "", "2026-13-41T00:00:00Z", null, undefined])("%p is none", (value) => {
    expect(parseTimestamp(value)).toBeNull()
  })

  it("is written as purchases and the account have it", () => {
    const moment = new Date("2026-11-21T09:08:07.123Z")
    expect(formatTimestamp(moment)).toBe("2026-11-21T09:08:07.123+0000")
    expect(formatTimestampWithOffset(moment)).toBe("2026-11-21T09:08:07.123+00:00")
  })

  it("is kept in UTC where a record needs one", () => {
    expect(momentSchema.parse(" 2026-11-21T11:08+02:00 ")).toBe("2026-11-21T09:08:00.000Z")
    expect(momentSchema.safeParse("igår").error?.issues[0]?.message).toBe("must be a time")
  })
})

describe("an amount, a number and a quantity", () => {
  it.each([
    [12_900, 12_900],
    ["12900", 12_900],
    ["-500", -500],
    ["12900.00", 12_900],
    ["0", 0],
  ])("of minor units: %p is %d", (value, amount) => {
    expect(amountSchema.parse(value)).toBe(amount)
  })

  it.each([129.5, "129.50", "9007199254740993", "mycket", "", null])("of minor units: %p is none", (value) => {
    expect(amountSchema.safeParse(value).success).toBe(false)
  })

  it("read as number or text come to the same", () => {
    expect([25.5, "25.5", "0", "-3"].map((value) => numberSchema.parse(value))).toEqual([25.5, 25.5, 0, -3])
    expect(["0.350", 1, -2, "1E+1"].map((value) => quantityTextSchema.parse(value))).toEqual([
      "0.350",
      "1",
      "-2",
      "1E+1",
    ])
  })

  it.each(["1e21", "1e400", "1e9999999", "1e9999999999", "1e-9999999", "1e-21", "1".repeat(21), `0.${"1".repeat(21)}`])(
    "[D63] %s has too many digits",
    (text) => {
      expect(decimalTextSchema.safeParse(text).success).toBe(false)
    }
  )

  it.each([
    "1E+1",
    "1e19",
    "1e-20",
    "9".repeat(20),
    "-0.00000000000000000001",
    "0e9999999",
    "100.50",
    "000000000000000000000001",
    "0.30000000000000004",
  ])("[D63] %s has not too many digits", (text) => {
    expect(decimalTextSchema.parse(text)).toBe(text)
  })

  it("[D63] a number beyond the bounds of decimals is no quantity", () => {
    expect(quantityTextSchema.safeParse(1e21).success).toBe(false)
  })
})

describe("a list that may be left out", () => {
  it.each([[undefined], [null], [[]]])("%p is empty", (value) => {
    expect(listSchema(numberSchema).parse(value)).toEqual([])
  })

  it("is refused when it is something else", () => {
    expect(listSchema(numberSchema).safeParse({ 0: 1 }).success).toBe(false)
  })
})
