import { readFileSync } from "node:fs"
import path from "node:path"
import { z } from "zod"
import { type FlatTexts, getEnglish } from "./texts"

const termSchema = z.strictObject({
  /** The one word for the term. */
  word: z.string().min(1),
  /** English: its other forms. Other languages: further spellings that its inflected forms and compounds contain. */
  stems: z.array(z.string().min(1)).default([]),
  /** Words that mean the same and are not used. `*` at the end stands for any ending. */
  avoid: z.array(z.string().min(1)).default([]),
})

const exceptionSchema = z.strictObject({
  key: z.string(),
  term: z.string(),
  /** None: every language. */
  language: z.string().optional(),
  reason: z.string().min(10),
})

const glossarySchema = z.strictObject({
  languages: z.record(
    z.string(),
    z.strictObject({
      terms: z.record(z.string(), termSchema),
      /** Words of no term that are not used. */
      avoid: z.array(z.string().min(1)),
    })
  ),
  exceptions: z.array(exceptionSchema),
})

export type Glossary = z.infer<typeof glossarySchema>

type Term = z.infer<typeof termSchema>

/** Checks the shape of a glossary. */
export const parseGlossary = (value: unknown): Glossary => glossarySchema.parse(value)

/** Reads `glossary.json`: for each term, the word that each language uses and the words that it avoids. */
export const readGlossary = (): Glossary =>
  parseGlossary(JSON.parse(readFileSync(path.join(__dirname, "glossary.json"), "utf8")))

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** A whole word: no part of a hyphenated word, of a name such as `order.placed` or of another word. */
const wholeWord = (word: string, flags: string) =>
  new RegExp(`(?<![\\p{L}-])${escape(word)}(?![\\p{L}-]|\\.\\p{L})`, flags)

const withoutVariables = (text: string) => text.replace(/\{\{\w+\}\}/g, "_")

/**
 * Returns a function that lists the terms in an English text. A longer term hides a shorter one: a "stock location" is
 * no "stock".
 */
export function createTermFinder(terms: Record<string, Term>): (english: string) => string[] {
  const forms = Object.entries(terms)
    .flatMap(([term, { word, stems }]) => [word, ...stems].map((form) => ({ term, form })))
    .sort((left, right) => right.form.length - left.form.length)
    .map(({ term, form }) => ({ term, pattern: wholeWord(form, form === form.toUpperCase() ? "gu" : "giu") }))
  return (english) => {
    const found = new Set<string>()
    let rest = withoutVariables(english)
    for (const { term, pattern } of forms) {
      const without = rest.replace(pattern, "_")
      if (without !== rest) {
        found.add(term)
        rest = without
      }
    }
    return [...found]
  }
}

const contains = (text: string, { word, stems }: Term) =>
  [word, ...stems].some((part) => text.toLocaleLowerCase().includes(part.toLocaleLowerCase()))

const toPattern = (avoided: string) =>
  avoided.endsWith("*") ? new RegExp(`(?<![\\p{L}-])${escape(avoided.slice(0, -1))}`, "iu") : wholeWord(avoided, "iu")

/** Lists the words that a language avoids, each with what to do instead. */
function listAvoided({ terms, avoid }: Glossary["languages"][string]) {
  const wordsOfTerms = Object.entries(terms).flatMap(([term, { word, avoid: others }]) =>
    others.map((other) => ({ term, pattern: toPattern(other), problem: `use "${word}" instead of "${other}"` }))
  )
  const otherWords = avoid.map((word) => ({ term: null, pattern: toPattern(word), problem: `do not use "${word}"` }))
  return [...wordsOfTerms, ...otherWords]
}

export type GlossaryFault = { language: string; key: string; term: string | null; problem: string }

type Exception = z.infer<typeof exceptionSchema>

export const excuses = (exception: Exception, { language, key, term }: GlossaryFault): boolean =>
  exception.key === key && exception.term === term && (exception.language ?? language) === language

/**
 * Lists where the texts of a language, or English itself, break the glossary, exceptions included. A language without
 * glossary has no faults.
 */
export function findGlossaryFaults(
  english: FlatTexts,
  texts: FlatTexts,
  language: string,
  { languages }: Glossary
): GlossaryFault[] {
  const own = languages[language] ?? { terms: {}, avoid: [] }
  const avoided = listAvoided(own)
  const findTerms = createTermFinder(languages.en?.terms ?? {})
  return [...texts].flatMap(([key, text]): GlossaryFault[] => {
    const plain = withoutVariables(text)
    const unwanted = avoided
      .filter(({ pattern }) => pattern.test(plain))
      .map(({ term, problem }) => ({ language, key, term, problem }))
    const missing = findTerms(getEnglish(english, key)).flatMap((term) => {
      const expected = own.terms[term]
      return expected && !contains(plain, expected)
        ? [{ language, key, term, problem: `use "${expected.word}" for "${term}"` }]
        : []
    })
    return [...unwanted, ...missing]
  })
}
