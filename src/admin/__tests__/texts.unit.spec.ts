import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { getLocale, getTextLanguage } from "../lib/texts/languages"

const ADMIN = path.join(__dirname, "..")

type Texts = { [name: string]: string | Texts }

const read = (language: string): Texts => JSON.parse(readFileSync(path.join(ADMIN, "i18n", `${language}.json`), "utf8"))

function flat(texts: Texts, before = ""): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([name, value]): [string, string][] =>
      typeof value === "string" ? [[`${before}${name}`, value]] : [...flat(value, `${before}${name}.`)]
    )
  )
}

const languages = readdirSync(path.join(ADMIN, "i18n"))
  .filter((name) => name.endsWith(".json") && name !== "en.json")
  .map((name) => path.basename(name, ".json"))

const PLURAL = /_(zero|one|two|few|many|other)$/

const variablesOf = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort()

const sources = (readdirSync(ADMIN, { recursive: true, encoding: "utf8" }) ?? [])
  .filter((name) => /\.tsx?$/.test(name) && !name.includes("__tests__"))
  .map((name) => ({ name, code: readFileSync(path.join(ADMIN, name), "utf8") }))

const english = flat(read("en"))

/** The keys that a language needs: English's, and of what is counted each form that the language has. */
function neededIn(language: string): string[] {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  return [...english.keys()].flatMap((key) => {
    const counted = key.replace(PLURAL, "")
    const isCounted = english.has(`${counted}_one`) && english.has(`${counted}_other`)
    return key === counted || !isCounted ? [key] : forms.map((form) => `${counted}_${form}`)
  })
}

/** What English says under a key, or where another language has more forms than it. */
const inEnglish = (key: string) => english.get(key) ?? english.get(key.replace(PLURAL, "_other")) ?? ""

/** A key as `t` finds it: as it stands, or in its plural forms. */
const isThere = (key: string) => english.has(key) || (english.has(`${key}_one`) && english.has(`${key}_other`))

describe("The admin's texts", () => {
  it.each(languages)("are all there in %s, with the same variables, and no others", (language) => {
    const texts = flat(read(language))
    const needed = new Set(neededIn(language))
    expect({
      missing: [...needed].filter((key) => !texts.has(key)),
      tooMany: [...texts.keys()].filter((key) => !needed.has(key)),
      empty: [...texts].filter(([, text]) => text.trim() === "").map(([key]) => key),
      otherVariables: [...texts]
        .filter(([key, text]) => String(variablesOf(text)) !== String(variablesOf(inEnglish(key))))
        .map(([key, text]) => ({ key, text })),
    }).toEqual({ missing: [], tooMany: [], empty: [], otherVariables: [] })
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
