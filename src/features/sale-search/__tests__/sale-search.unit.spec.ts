import fc from "fast-check"
import { toColumnText } from "../../../money/money"
import { readSaleSearch } from "../rules"

const UUID = "1e7b8a3c-09f4-11f1-9c5e-4b2d8f0a6c31"

/** The readings that a text has, without those that it does not have. */
function readings(text: string, currency = "SEK") {
  const { text: _text, ...search } = readSaleSearch(text, currency)
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
  )
}

const amounts = (text: string, currency: string) => readSaleSearch(text, currency).amounts

describe("The text of a search for sales", () => {
  it.each([
    ["249", "SEK", [24900, -24900]],
    ["249,00", "SEK", [24900, -24900]],
    ["249.00", "SEK", [24900, -24900]],
    ["249,5", "SEK", [24950, -24950]],
    ["249 kr", "SEK", [24900, -24900]],
    ["kr 249,-", "SEK", [24900, -24900]],
    ["249:-", "SEK", [24900, -24900]],
    ["SEK 249", "SEK", [24900, -24900]],
    ["249 EUR", "SEK", []],
    ["€249", "EUR", [24900, -24900]],
    ["1 249,50", "SEK", [124950, -124950]],
    ["1\u00a0249,50", "SEK", [124950, -124950]],
    ["1\u202f249,50", "SEK", [124950, -124950]],
    ["1.249,50", "SEK", [124950, -124950]],
    ["1,249.50", "SEK", [124950, -124950]],
    ["1'249.50", "CHF", [124950, -124950]],
    ["1.249", "SEK", [124900, -124900]],
    ["12.345.678", "SEK", [1234567800, -1234567800]],
    ["12 34", "SEK", []],
    ["249,505", "SEK", [24950500, -24950500]],
    ["0,505", "SEK", []],
    ["-249", "SEK", [-24900]],
    ["−249,00", "SEK", [-24900]],
    ["0", "SEK", [0]],
    ["1200", "JPY", [1200, -1200]],
    ["¥1,200", "JPY", [1200, -1200]],
    ["１２００", "JPY", [1200, -1200]],
    ["1200.00", "JPY", [1200, -1200]],
    ["1200.50", "JPY", []],
    ["4.250", "KWD", [4250, -4250, 4250000, -4250000]],
    ["4,25", "KWD", [4250, -4250]],
    ["4", "KWD", [4000, -4000]],
    ["1,234.567", "KWD", [1234567, -1234567]],
    ["99999999999999999999", "SEK", []],
    ["Tröja 249", "SEK", []],
  ])("%j in %s means the amounts %j", (text, currency, expected) => {
    expect(amounts(text, currency)).toEqual(expected)
  })

  it.each([
    ["2026-11-03", { day: "2026-11-03" }],
    ["3.11.2026", { day: "2026-11-03" }],
    ["29.2.2028", { day: "2028-02-29" }],
    ["•••• 1234", { cardDigits: "1234" }],
    ["**** **** **** 0042", { cardDigits: "0042" }],
    ["xxxx1234", { cardDigits: "1234" }],
    ["#10482", { number: 10482, order: { displayId: 10482, customDisplayId: "#10482" } }],
    ["Tröja", { words: "Tröja", order: { displayId: null, customDisplayId: "Tröja" } }],
    ["東京", { words: "東京", order: { displayId: null, customDisplayId: "東京" } }],
    ["京", { words: "京", order: { displayId: null, customDisplayId: "京" } }],
    ["x", { order: { displayId: null, customDisplayId: "x" } }],
    ["249,00 2026-11-03", { day: "2026-11-03", amounts: [24900, -24900] }],
    ["", {}],
    ["   ", {}],
  ])("%j means only %j", (text, expected) => {
    expect(readings(text)).toEqual(expected)
  })

  it("reads four digits as receipt number, amount, card, reference and code", () => {
    expect(readings("1234")).toEqual({
      number: 1234,
      order: { displayId: 1234, customDisplayId: "1234" },
      amounts: [123400, -123400],
      cardDigits: "1234",
      reference: "1234",
      code: "1234",
    })
  })

  it("does not take a date that the calendar lacks", () => {
    expect(readSaleSearch("2026-02-30", "SEK").day).toBeNull()
    expect(readSaleSearch("31.4.2026", "SEK").day).toBeNull()
    expect(readSaleSearch("3.13.2026", "SEK").day).toBeNull()
  })

  it("limits a search to the date beside another text", () => {
    expect(readSaleSearch("Tröja M 3.11.2026", "SEK")).toMatchObject({ day: "2026-11-03", words: "Tröja M" })
  })

  it("reads the beginning and the short form of a UUID", () => {
    const short = Buffer.from(UUID.replaceAll("-", ""), "hex").toString("base64url")
    expect(short).toHaveLength(22)
    expect(readSaleSearch(short, "SEK").identifier).toEqual({ from: UUID, to: UUID })
    for (let length = 8; length <= UUID.length; length++) {
      const range = readSaleSearch(UUID.slice(0, length), "SEK").identifier
      expect(range?.from.slice(0, length).replaceAll("-", "")).toBe(UUID.slice(0, length).replaceAll("-", ""))
      expect(range && range.from <= UUID && UUID <= range.to).toBe(true)
    }
    expect(readSaleSearch(UUID.slice(0, 7), "SEK").identifier).toBeNull()
  })

  const currency = fc.constantFrom("SEK", "EUR", "JPY", "KWD", "CHF", "ISK")
  const minor = fc.integer({ min: 1, max: 99_999_999 })

  it("finds each amount in each way to write it", () => {
    const written = fc.tuple(
      minor,
      currency,
      fc.constantFrom(["", "."], ["", ","], [" ", ","], ["\u00a0", ","], ["'", "."], [".", ","], [",", "."])
    )
    fc.assert(
      fc.property(written, ([amount, code, [group = "", point = "."]]) => {
        const [whole = "", fraction = ""] = toColumnText(amount, code).split(".")
        const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group)
        const text = fraction === "" ? grouped : `${grouped}${point}${fraction}`
        expect(amounts(text, code)).toEqual(expect.arrayContaining([amount, -amount]))
      })
    )
  })

  it("reads any text, and amounts as whole minor units only", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: "grapheme" }), fc.stringMatching(/^[\d .,'-]{0,20}$/)),
        currency,
        (text, code) => {
          const search = readSaleSearch(text, code)
          expect(search.amounts.every(Number.isSafeInteger)).toBe(true)
          expect(search.number === null || search.number <= 2_147_483_647).toBe(true)
          expect(search.cardDigits ?? "0000").toMatch(/^\d{4}$/)
          expect(search.identifier === null || search.identifier.from <= search.identifier.to).toBe(true)
        }
      )
    )
  })

  it("finds a date in each of its forms, beside any words", () => {
    const days = fc.date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
    fc.assert(
      fc.property(days, fc.constantFrom("", "Tröja", "東京", "249,00"), (moment, word) => {
        const day = moment.toISOString().slice(0, 10)
        const written = `${moment.getUTCDate()}.${moment.getUTCMonth() + 1}.${moment.getUTCFullYear()}`
        for (const text of [`${day} ${word}`, `${word} ${day}`, `${word} ${written}`]) {
          expect(readSaleSearch(text, "SEK")).toMatchObject({ day, text: word })
        }
      })
    )
  })
})
