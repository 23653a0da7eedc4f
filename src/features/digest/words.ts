import { fill, type Language } from "../../contract/languages"
import da from "./words/da.json"
import de from "./words/de.json"
import en from "./words/en.json"
import es from "./words/es.json"
import fi from "./words/fi.json"
import fr from "./words/fr.json"
import it from "./words/it.json"
import nb from "./words/nb.json"
import nl from "./words/nl.json"
import pt from "./words/pt.json"
import sv from "./words/sv.json"

type Words = Readonly<Record<string, string>>

/** Texts by language. A language without texts of its own has the English ones. */
const WORDS: Partial<Record<Language, Words>> & { en: Words } = { da, de, en, es, fi, fr, it, nb, nl, pt, sv }

type Variables = Readonly<Record<string, string | number>>

/** Returns the text of a key in a language, else in English, with its `{{variables}}`. */
export function getText(language: Language, key: string, variables: Variables = {}): string {
  const text = WORDS[language]?.[key] ?? WORDS.en[key] ?? key
  return fill(text, variables)
}

/** As {@link getText}, in the plural form of a count. */
export function getCountedText(language: Language, key: string, count: number, variables: Variables): string {
  const form = new Intl.PluralRules(language).select(count)
  const known = [`${key}_${form}`, `${key}_other`].find((name) => Object.hasOwn(WORDS[language] ?? {}, name))
  return known === undefined && language !== "en"
    ? getCountedText("en", key, count, variables)
    : getText(language, known ?? key, { ...variables, count })
}
