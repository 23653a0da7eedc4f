import type { useTranslation } from "react-i18next"
import { chosenLanguage, getTextLanguage, readTexts } from "./languages"
import type { Language } from "../../../contract/languages"

type I18n = Pick<ReturnType<typeof useTranslation>["i18n"], "language" | "changeLanguage" | "addResourceBundle">

const loadedTexts = new Map<Language, object>()

const coming = new Map<Language, Promise<void>>()

/** The readers' languages that i18next was given the texts of. */
const loadedKeys = new Set<string>()

/** Fetches a language's texts, once; what failed is fetched again when somebody asks again. */
export function fetchTexts(language: Language): Promise<void> {
  const already = coming.get(language)
  if (already) {
    return already
  }
  const fetched = readTexts(language).then(
    (texts) => {
      loadedTexts.set(language, texts)
    },
    () => {
      coming.delete(language)
    }
  )
  coming.set(language, fetched)
  return fetched
}

/** The texts cannot be fetched: the server does not answer, or it was deployed since the dashboard was opened. */
class TextsNotFetchedError extends Error {
  constructor() {
    super("The texts of the POS plugin could not be fetched. Reload the page.")
    this.name = "TextsNotFetchedError"
  }
}

/**
 * Fetches the texts that a page needs before it is shown: the reader's, and the English ones, which every language falls
 * back to.
 * @throws TextsNotFetchedError
 */
export async function prepareTexts(i18n: I18n): Promise<void> {
  const language = getTextLanguage(readerLanguage(i18n))
  await Promise.all([fetchTexts("en"), language && fetchTexts(language)])
  const english = loadedTexts.get("en")
  if (english === undefined) {
    throw new TextsNotFetchedError()
  }
  if (!loadedKeys.has("en")) {
    loadedKeys.add("en")
    give(i18n, ["en"], english)
  }
  bringTexts(i18n)
}

/** Adds texts to i18next: deep, and without overwriting, since a store may have texts of its own for this namespace. */
function give(i18n: I18n, codes: string[], texts: object): void {
  new Set(codes).forEach((code) => i18n.addResourceBundle(code, "pos", texts, true, false))
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
  if (language === null || loadedKeys.has(reader)) {
    return
  }
  const texts = loadedTexts.get(language)
  if (texts === undefined) {
    void fetchTexts(language).then(() => {
      if (loadedTexts.has(language) && readerLanguage(i18n) === reader) {
        bringTexts(i18n)
      }
    })
    return
  }
  loadedKeys.add(reader)
  give(i18n, [language, reader], texts)
  readAgain(i18n)
}

/** Has every page take its texts again, and the menu, which is the dashboard's own. */
export const readAgain = (i18n: I18n): void => void i18n.changeLanguage(i18n.language)
