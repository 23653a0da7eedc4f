import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { compareTexts, listLanguages, PLURAL, readAdminTexts } from "../../../scripts/translations/texts"
import { getLocale, getTextLanguage } from "../lib/texts/languages"

const ADMIN = path.join(__dirname, "..")

const FOLDER = "admin/i18n"

const languages = listLanguages(FOLDER)

const sources = (readdirSync(ADMIN, { recursive: true, encoding: "utf8" }) ?? [])
  .filter((name) => /\.tsx?$/.test(name) && !name.includes("__tests__"))
  .map((name) => ({ name, code: readFileSync(path.join(ADMIN, name), "utf8") }))

const english = readAdminTexts("en")

/** A key as `t` finds it: as it stands, or in its plural forms. */
const isThere = (key: string) => english.has(key) || (english.has(`${key}_one`) && english.has(`${key}_other`))

describe("The admin's texts", () => {
  it.each(languages)("have no faults in %s; missing ones are listed by npm run check:translations", (language) => {
    const { faults } = compareTexts(english, readAdminTexts(language), language)
    expect(faults).toEqual({ incomplete: [], unknown: [], empty: [], otherVariables: [] })
  })

  it.each(languages)("are fetched in %s when somebody reads them", (language) => {
    expect(getTextLanguage(language)).toBe(language)
  })

  it("reach a page by its own hook only, which brings the language", () => {
    const theirs = sources.filter(({ code }) => code.includes('useTranslation("pos")'))
    expect(theirs.map(({ name }) => name)).toEqual(["hooks/common/use-texts.ts"])
  })

  it("are there for every key that a page asks for", () => {
    const asked = sources.flatMap(({ name, code }) =>
      [...code.matchAll(/\bt\("([\w.-]+)"/g)].map(([, key = ""]) => ({ name, key }))
    )
    expect(asked.length).toBeGreaterThan(150)
    expect(asked.filter(({ key }) => !isThere(key))).toEqual([])
  })

  it("are all asked for by some page, as they stand or by their beginning", () => {
    const code = sources.map((source) => source.code).join("\n")
    const beginnings = [...code.matchAll(/`([\w.-]+\.)\$\{/g)].map(([, beginning = ""]) => beginning)
    const unused = [...english.keys()]
      .map((key) => key.replace(PLURAL, ""))
      .filter((key) => !code.includes(`"${key}"`) && !beginnings.some((beginning) => key.startsWith(beginning)))
      // A state's badge makes its key of what it is about and of the state.
      .filter((key) => !key.startsWith("states."))
    expect(unused).toEqual([])
  })

  it("stand in no component as they are", () => {
    const literal = sources
      .filter(({ name }) => name.endsWith(".tsx"))
      .flatMap(({ name, code }) =>
        [...code.matchAll(/(?<!=)>\s*([A-ZÅÄÖ][a-zåäö]{2,}[^<>{}=;()]*)</g)].map(([, text]) => ({ name, text }))
      )
    expect(literal).toEqual([])
  })

  it.each([
    ["en", null, "en"],
    ["enGB", null, "en-GB"],
    ["ptBR", "pt", "pt-BR"],
    ["ptPT", "pt", "pt-PT"],
    ["de-AT", "de", "de-AT"],
    ["nb", "nb", "nb"],
    ["zhCN", null, "zh-CN"],
    ["bs", null, "bs"],
  ])("are for a dashboard in %s those of %s, with numbers as in %s", (language, texts, locale) => {
    expect(getTextLanguage(language)).toBe(texts)
    expect(getLocale(language)).toBe(locale)
    expect(() => new Intl.NumberFormat(getLocale(language))).not.toThrow()
  })
})
