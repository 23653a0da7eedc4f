import type { PaperLanguage } from "../../vocabulary/paper"
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

export type PaperWords = typeof en

/** The words on a receipt: those of the admin's texts (a test holds them to be the same), without the admin. */
export const PAPER_WORDS: Record<PaperLanguage, PaperWords> = { da, de, en, es, fi, fr, it, nb, nl, pt, sv }

/** A text with its `{{variables}}` filled in. */
export const fill = (text: string, variables: Record<string, string | number>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(variables[name] ?? ""))

/** A word by a key that the service chose, or the key. */
export const wordFor = (words: Record<string, string>, key: string): string =>
  Object.hasOwn(words, key) ? (words[key] ?? key) : key
