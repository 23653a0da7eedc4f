import type { useTranslation } from "react-i18next"
import { chosenLanguage } from "./chosen-language"
import { readTexts, getTextLanguage, type TextLanguage } from "./languages"

type I18n = Pick<ReturnType<typeof useTranslation>["i18n"], "language" | "changeLanguage" | "addResourceBundle">

const there = new Map<TextLanguage, object>()

const coming = new Map<TextLanguage, Promise<void>>()

/** The readers' languages that i18next was given the texts of. */
const given = new Set<string>()

/** Fetches a language's texts, once; what failed is fetched again when somebody asks again. */
export function fetchTexts(language: TextLanguage): Promise<void> {
  const already = coming.get(language)
  if (already) {
    return already
  }
  const fetched = readTexts(language).then(
    (texts) => {
      there.set(language, texts)
    },
    () => {
      coming.delete(language)
    }
  )
  coming.set(language, fetched)
  return fetched
}

/** In what a person reads these pages: the language that they chose for them, or the dashboard's. */
export const readerLanguage = (i18n: I18n): string => chosenLanguage() ?? i18n.language

/**
 * Sees to it that i18next has the texts of the reader's language: at once where they were fetched already, else as soon as
 * they come. Until then, and without them, it shows English.
 */
export function bringTexts(i18n: I18n): void {
  const reader = readerLanguage(i18n)
  const language = getTextLanguage(reader)
  if (language === null || given.has(reader)) {
    return
  }
  const texts = there.get(language)
  if (texts === undefined) {
    void fetchTexts(language).then(() => {
      if (there.has(language) && readerLanguage(i18n) === reader) {
        bringTexts(i18n)
      }
    })
    return
  }
  given.add(reader)
  for (const code of new Set([language, reader])) {
    // Deep, and without overwriting: a store may have texts of its own for this namespace.
    i18n.addResourceBundle(code, "pos", texts, true, false)
  }
  readAgain(i18n)
}

/** Has every page take its texts again, and the menu, which is the dashboard's own. */
export const readAgain = (i18n: I18n): void => void i18n.changeLanguage(i18n.language)
