import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"

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

const variablesOf = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort()

const sources = (readdirSync(ADMIN, { recursive: true, encoding: "utf8" }) ?? [])
  .filter((name) => /\.tsx?$/.test(name) && !name.includes("__tests__"))
  .map((name) => ({ name, code: readFileSync(path.join(ADMIN, name), "utf8") }))

const english = flat(read("en"))

/** A key as `t` finds it: as it stands, or in its plural forms. */
const isThere = (key: string) => english.has(key) || (english.has(`${key}_one`) && english.has(`${key}_other`))

describe("The admin's texts", () => {
  it.each(["de", "sv"])("are all there in %s, with the same variables", (language) => {
    const other = flat(read(language))
    expect([...other.keys()]).toEqual([...english.keys()])
    for (const [key, text] of english) {
      expect({ key, variables: variablesOf(other.get(key) ?? "") }).toEqual({ key, variables: variablesOf(text) })
      expect(other.get(key)?.trim()).not.toBe("")
    }
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
    const plural = /_(one|other)$/
    const unused = [...english.keys()]
      .map((key) => key.replace(plural, ""))
      .filter((key) => !code.includes(`"${key}"`) && !beginnings.some((beginning) => key.startsWith(beginning)))
      // A state's badge makes its key of what it is about and of the state.
      .filter((key) => !key.startsWith("states."))
    expect(unused).toEqual([])
  })

  it("stand in no component as they are", () => {
    const literal = sources
      .filter(({ name }) => name.endsWith(".tsx"))
      .flatMap(({ name, code }) =>
        [...code.matchAll(/>\s*([A-ZÅÄÖ][a-zåäö]{2,}[^<>{}=;()]*)</g)].map(([, text]) => ({ name, text }))
      )
    expect(literal).toEqual([])
  })
})
