import { compareTexts, listLanguages, readTexts } from "../../../../scripts/translations/texts"
import { getLocale, languageOfCountry } from "../../../contract/receipts"
import { fill } from "../../../contract/languages"
import { completeTexts, getDocumentTexts } from "../document"

const FOLDER = "features/receipts/words"

/** The admin's keys of texts that are not in its section `receipts`. */
const ADMIN_KEYS: Record<string, string> = {
  difference: "reports.keys.difference",
  rounding: "accounting.kinds.rounding",
}

const getAdminKey = (key: string) => ADMIN_KEYS[key] ?? (key.includes(".") ? key : `receipts.${key}`)

describe("The words on a receipt", () => {
  it.each(["en", ...listLanguages(FOLDER)])("are those of the admin in %s", (language) => {
    const admin = readTexts("admin/i18n", language)
    const words = [...readTexts(FOLDER, language)]
    expect(words.length).toBeGreaterThan(0)
    expect(words.filter(([key, text]) => (admin.get(getAdminKey(key)) ?? text) !== text)).toEqual([])
  })

  it.each(listLanguages(FOLDER))(
    "have no faults in %s; missing ones are listed by npm run check:translations",
    (language) => {
      const { faults } = compareTexts(readTexts(FOLDER, "en"), readTexts(FOLDER, language), language)
      expect(faults).toEqual({ incomplete: [], unknown: [], empty: [], otherVariables: [] })
    }
  )

  it("are in English where a language lacks them", () => {
    const english = getDocumentTexts("en")
    expect(completeTexts({ total: "Summa", rows: { GIFTCARD: "Presentkort" } })).toEqual({
      ...english,
      total: "Summa",
      rows: { ...english.rows, GIFTCARD: "Presentkort" },
    })
    expect(english.total).toBe("Total")
  })

  it.each([
    ["SE", "sv", "sv-SE"],
    ["NO", "nb", "nb-NO"],
    ["fi", "fi", "fi-FI"],
    ["CH", "de", "de-CH"],
    ["BR", "pt", "pt-BR"],
    ["JP", "en", "en-JP"],
    ["Sverige", "en", "en"],
    [null, "en", "en"],
  ])("are in %s those of %s, with numbers as in %s", (country, language, locale) => {
    const chosen = languageOfCountry(country)
    expect([chosen, getLocale(chosen, country)]).toEqual([language, locale])
    expect(() => new Intl.NumberFormat(locale)).not.toThrow()
  })

  it("use their placeholders", () => {
    expect(fill("Kvitto {{number}} av {{name}}", { number: 7, name: "Åsa" })).toBe("Kvitto 7 av Åsa")
  })
})
