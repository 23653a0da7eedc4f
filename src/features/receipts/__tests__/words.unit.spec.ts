import { readFileSync } from "node:fs"
import path from "node:path"
import { languageOfCountry, PAPER_LANGUAGES } from "../../../contract/receipts"
import { fill, getLocale, DOCUMENT_TEXTS } from "../document"

const ADMIN_TEXTS = path.join(__dirname, "..", "..", "..", "admin", "i18n")

describe("The words on a receipt", () => {
  it.each(PAPER_LANGUAGES)("are those of the admin in %s", (language) => {
    const texts = JSON.parse(readFileSync(path.join(ADMIN_TEXTS, `${language}.json`), "utf8"))
    const { receiptNumber, refundNumber, refundOf, servedBy, discount, serviceCharge, total } = texts.receipts
    const { taxAt, taxWithoutRate, tip, tipLine, addedTaxAt, addedTaxWithoutRate, unreadable } = texts.receipts
    expect(DOCUMENT_TEXTS[language]).toEqual({
      receiptNumber,
      refundNumber,
      refundOf,
      servedBy,
      discount,
      serviceCharge,
      total,
      taxAt,
      taxWithoutRate,
      tip,
      tipLine,
      addedTaxAt,
      addedTaxWithoutRate,
      unreadable,
      rows: texts.rows,
      payments: texts.payments,
      difference: texts.reports.keys.difference,
      rounding: texts.books.kinds.rounding,
    })
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

  it("take what they tell of", () => {
    expect(fill("Kvitto {{number}} av {{name}}", { number: 7, name: "Åsa" })).toBe("Kvitto 7 av Åsa")
  })
})
