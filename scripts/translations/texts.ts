import { existsSync, readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { z } from "zod"

const SRC = path.join(__dirname, "../../src")

/** The admin's folders: names in the menu, which are there from the start, and all other texts. */
const ADMIN_FOLDERS = ["admin/i18n/start", "admin/i18n"]

/** Folders of translated texts: a file for each language, with the keys of `en.json`. */
export const TEXT_FOLDERS = [...ADMIN_FOLDERS, "features/receipts/words", "features/digest/words"]

type Texts = { [name: string]: string | Texts }

const textsSchema: z.ZodType<Texts> = z.lazy(() => z.record(z.string(), z.union([z.string(), textsSchema])))

/** Texts by their whole key, such as `receipts.empty.title`. */
export type FlatTexts = ReadonlyMap<string, string>

/** Reads the texts of a language. @param folder below `source` */
export const readTexts = (folder: string, language: string, source = SRC): FlatTexts =>
  flatten(textsSchema.parse(JSON.parse(readFileSync(path.join(source, folder, `${language}.json`), "utf8"))))

/** Reads the admin's texts of a language; a folder without a file of it has none. */
export const readAdminTexts = (language: string, source = SRC): FlatTexts =>
  new Map(
    ADMIN_FOLDERS.filter((folder) => existsSync(path.join(source, folder, `${language}.json`))).flatMap((folder) => [
      ...readTexts(folder, language, source),
    ])
  )

function flatten(texts: Texts, before = ""): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([name, value]): [string, string][] =>
      typeof value === "string" ? [[`${before}${name}`, value]] : [...flatten(value, `${before}${name}.`)]
    )
  )
}

/** Lists the languages of a folder beside English. */
export const listLanguages = (folder: string, source = SRC): string[] =>
  readdirSync(path.join(source, folder))
    .filter((name) => name.endsWith(".json") && name !== "en.json")
    .map((name) => path.basename(name, ".json"))

/** The end of a key of a text with a count. */
export const PLURAL = /_(zero|one|two|few|many|other)$/

/** Lists the keys of each English text in a language: a text with a count has each plural form of the language. */
function listKeys(english: FlatTexts, language: string): Map<string, string[]> {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  return new Map(
    [...english.keys()].map((key) => {
      const counted = key.replace(PLURAL, "")
      const isCounted = key !== counted && english.has(`${counted}_one`) && english.has(`${counted}_other`)
      return isCounted ? [counted, forms.map((form) => `${counted}_${form}`)] : [key, [key]]
    })
  )
}

/** The English text of a key: of a plural form that English lacks, the form for any number. */
export const getEnglish = (english: FlatTexts, key: string): string =>
  english.get(key) ?? english.get(key.replace(PLURAL, "_other")) ?? ""

const getVariables = (text: string) => String((text.match(/\{\{\w+\}\}/g) ?? []).sort())

/**
 * Compares a language's texts with the English ones. `missing` texts are shown in English and are no fault; all others
 * are: a text with only some of its plural forms, a key that English does not have, an empty text, and one with other
 * variables.
 */
export function compareTexts(english: FlatTexts, texts: FlatTexts, language: string) {
  const keys = [...listKeys(english, language)]
  const known = new Set(keys.flatMap(([, forms]) => forms))
  return {
    missing: keys.flatMap(([key, forms]) => (forms.some((form) => texts.has(form)) ? [] : [key])),
    faults: {
      incomplete: keys.flatMap(([, forms]) =>
        forms.some((form) => texts.has(form)) ? forms.filter((form) => !texts.has(form)) : []
      ),
      unknown: [...texts.keys()].filter((key) => !known.has(key)),
      empty: [...texts].filter(([, text]) => text.trim() === "").map(([key]) => key),
      otherVariables: [...texts]
        .filter(([key, text]) => known.has(key) && getVariables(text) !== getVariables(getEnglish(english, key)))
        .map(([key]) => key),
    },
  }
}
