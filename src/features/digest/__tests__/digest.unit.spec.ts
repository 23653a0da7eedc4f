import { compareTexts, listLanguages, readTexts } from "../../../../scripts/translations/texts"
import { LANGUAGE_CODES } from "../../../contract/languages"
import { composeDigest, type DigestFacts, getCountedText, getText } from "../compose-mapping"
import { getDueDay, getYesterday } from "../send"

const FOLDER = "features/digest/words"

const NOTHING = {
  connection_id: "poscon_1",
  sold: [],
  payouts: 0,
  payout_amount: 0,
  payouts_differing: 0,
  payouts_failed: 0,
  stock_resolved: 0,
  money_resolved: 0,
  fields_restored: 0,
}

describe("The day of a digest", () => {
  it.each([
    ["before its hour", "2026-11-26T05:59:59Z", 7, "Europe/Stockholm", null],
    ["at its hour", "2026-11-26T06:00:00Z", 7, "Europe/Stockholm", "2026-11-26"],
    ["in the evening, when no process ran before", "2026-11-26T22:59:00Z", 7, "Europe/Stockholm", "2026-11-26"],
    ["in Tokyo, where it is a day later", "2026-11-25T22:00:00Z", 7, "Asia/Tokyo", "2026-11-26"],
    ["at midnight", "2026-11-25T23:00:00Z", 0, "Europe/Stockholm", "2026-11-26"],
    ["before an hour that clocks skip", "2026-03-29T00:59:00Z", 2, "Europe/Stockholm", null],
    ["after an hour that clocks skip", "2026-03-29T01:00:00Z", 2, "Europe/Stockholm", "2026-03-29"],
    ["at an hour that clocks repeat", "2026-10-25T00:30:00Z", 2, "Europe/Stockholm", "2026-10-25"],
    ["at that hour again", "2026-10-25T01:30:00Z", 2, "Europe/Stockholm", "2026-10-25"],
    ["where clocks go back to the day before", "2018-02-18T02:30:00Z", 23, "America/Sao_Paulo", "2018-02-17"],
  ])("is right %s", (_name, now, hour, timeZone, day) => {
    expect(getDueDay(new Date(now), { hour, timeZone })).toBe(day)
  })

  it("tells of the day before in each time zone", () => {
    const now = new Date("2026-03-01T20:00:00Z")
    expect(getYesterday(now, "Europe/Stockholm")).toBe("2026-02-28")
    expect(getYesterday(now, "Asia/Tokyo")).toBe("2026-03-01")
  })
})

describe("The words of a digest", () => {
  it.each(["en", ...listLanguages(FOLDER)])("name issues as the admin does in %s", (language) => {
    const admin = readTexts("admin/i18n", language)
    const words = [...readTexts(FOLDER, language)].filter(([key]) => key.startsWith("issues."))
    expect(words.length).toBeGreaterThan(60)
    expect(words.filter(([key, text]) => admin.get(key) !== text)).toEqual([])
  })

  it.each(listLanguages(FOLDER))("have no faults in %s", (language) => {
    const { faults } = compareTexts(readTexts(FOLDER, "en"), readTexts(FOLDER, language), language)
    expect(faults).toEqual({ incomplete: [], unknown: [], empty: [], otherVariables: [] })
  })

  it("are in English where a language lacks them", () => {
    expect(getText("sv", "unknown")).toBe("unknown")
    expect(getCountedText("sv", "unknown", 2, {})).toBe("unknown")
    expect(getCountedText("fr", "paid", 1_000_000, { amount: "1 €" })).toBe("1 € en 1000000 versements")
  })
})

describe("A digest", () => {
  const facts: DigestFacts = {
    stores: [
      {
        name: "Åsas <Butik>",
        currencyCode: "sek",
        day: "2026-11-25",
        facts: {
          ...NOTHING,
          sold: [
            { currency_code: "eur", sales: 1, amount: 1_50, refunds: 0, refund_amount: 0 },
            { currency_code: "sek", sales: 12, amount: 4_321_50, refunds: 1, refund_amount: -99_00 },
          ],
          payouts: 2,
          payout_amount: 10_000_25,
          payouts_differing: 1,
          payouts_failed: 1,
          stock_resolved: 3,
          money_resolved: 1,
          fields_restored: 2,
        },
      },
      {
        name: "東京",
        currencyCode: "jpy",
        day: "2026-11-26",
        facts: {
          ...NOTHING,
          sold: [{ currency_code: "jpy", sales: 1, amount: 1_234, refunds: 0, refund_amount: 0 }],
        },
      },
      { name: "Kuwait", currencyCode: "kwd", day: "2026-11-25", facts: NOTHING },
    ],
    online: [
      { currencyCode: "sek", day: "2026-11-25", amount: 100_10, orders: 2 },
      { currencyCode: "jpy", day: "2026-11-26", amount: 0, orders: 0 },
    ],
    issues: [
      { kind: "dead_entries", name: "Åsas <Butik>", count: 2, since: new Date("2026-11-25T13:05:00Z") },
      { kind: "paused", name: null, count: 1, since: null },
    ],
  }
  const style = { language: "en", country: "SE", timeZone: "Europe/Stockholm", day: "2026-11-26" } as const

  it("adds up each currency by itself, in minor units", () => {
    const { subject, sections } = composeDigest(facts, style)
    const plain = (line: string) => line.replaceAll("\u00a0", " ").replaceAll("\u202f", " ")
    expect(subject).toBe("Daily digest of 2026-11-26")
    const [sales, issues, repaired, payouts] = sections.map(({ lines }) => lines.map(plain))
    expect(sales).toEqual([
      "Åsas <Butik>, 2026-11-25: 4 321,50 kr from 12 sales at the register; including 1 refund of -99,00 kr",
      "Åsas <Butik>, 2026-11-25: €1.50 from 1 sale at the register",
      "東京, 2026-11-26: 1 234 JP¥ from 1 sale at the register",
      "Kuwait, 2026-11-25: 0,000 KWD from 0 sales at the register",
      "Online, 2026-11-25: 100,10 kr from 2 orders",
      "Online, 2026-11-26: 0 JP¥ from 0 orders",
      "Together: 4 421,60 kr",
      "Together: 1 234 JP¥",
    ])
    expect(issues).toEqual([
      expect.stringMatching(/^Åsas <Butik>: 2 events failed \(since .*14:05\)$/),
      "The connection is paused",
    ])
    expect(repaired).toEqual([
      "Åsas <Butik>: 3 stock differences ended without a decision",
      "Åsas <Butik>: 1 amount agrees again",
      "Åsas <Butik>: 2 fields that were changed at the POS have the store's values again",
    ])
    expect(payouts).toEqual([
      "Åsas <Butik>: 10 000,25 kr in 2 payouts",
      "Åsas <Butik>: 1 payout differs from its account transactions",
      "Åsas <Butik>: 1 payout was returned",
    ])
  })

  it.each(LANGUAGE_CODES)("is written in %s without a placeholder or a key, as text and as HTML", (language) => {
    const { text, html, sections } = composeDigest(facts, { ...style, language })
    expect(text).not.toMatch(/\{\{|_one|_other|issues\./)
    expect(html).toContain("&#60;Butik&#62;")
    expect(html).not.toContain("<Butik>")
    for (const line of sections.flatMap(({ lines }) => lines)) {
      expect(text).toContain(`- ${line}`)
    }
  })

  it("says that there is nothing, and that web sales could not be read", () => {
    const { sections } = composeDigest({ stores: [], online: null, issues: [] }, style)
    expect(sections.map(({ lines }) => lines)).toEqual([
      ["Online sales could not be read with this version of Medusa"],
      ["Nothing"],
      ["Nothing"],
      ["Nothing"],
    ])
  })
})
