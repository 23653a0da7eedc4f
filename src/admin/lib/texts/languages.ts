import { BESIDE_DASHBOARD, type Language } from "../../../contract/languages"

/** A language beside English, which every other falls back to. */
export type TextLanguage = Exclude<Language, "en">

/** A file for each language, fetched when somebody reads it. */
const FILES: Record<Language, () => Promise<{ default: object }>> = {
  da: () => import("../../i18n/da.json"),
  de: () => import("../../i18n/de.json"),
  en: () => import("../../i18n/en.json"),
  es: () => import("../../i18n/es.json"),
  fi: () => import("../../i18n/fi.json"),
  fr: () => import("../../i18n/fr.json"),
  it: () => import("../../i18n/it.json"),
  nb: () => import("../../i18n/nb.json"),
  nl: () => import("../../i18n/nl.json"),
  pt: () => import("../../i18n/pt.json"),
  sv: () => import("../../i18n/sv.json"),
}

const isTextLanguage = (language: string): language is TextLanguage =>
  language !== "en" && Object.hasOwn(FILES, language)

/** The dashboard writes "ptBR" and "zhCN" where browsers know "pt-BR" and "zh-CN", and refuse the other. */
export const getLocale = (dashboardLanguage: string): string =>
  dashboardLanguage.replace(/^([a-z]{2})([A-Z]{2})$/, "$1-$2")

/** Whose texts a reader of the dashboard in this language gets: those of Portuguese in Brazil, too. Null for English. */
export function getTextLanguage(dashboardLanguage: string): TextLanguage | null {
  const [language = ""] = getLocale(dashboardLanguage).split("-")
  return isTextLanguage(language) ? language : null
}

/** A language's texts, as in its file. */
export const readTexts = async (language: Language): Promise<object> => (await FILES[language]()).default

const KEY = "medusa-plugin-pos.language"

let chosen = remembered()

/** The language that this person chose for these pages; null for the one of their profile. */
export const chosenLanguage = (): Language | null => chosen

/** @param language null, or one that the dashboard has, for the one of the profile */
export function chooseLanguage(language: string | null): void {
  chosen = BESIDE_DASHBOARD.find((each) => each === language) ?? null
  try {
    if (chosen === null) {
      localStorage.removeItem(KEY)
    } else {
      localStorage.setItem(KEY, chosen)
    }
  } catch {
    // A browser that keeps nothing forgets it with the tab.
  }
}

function remembered(): Language | null {
  try {
    const storedLanguage = localStorage.getItem(KEY)
    return BESIDE_DASHBOARD.find((each) => each === storedLanguage) ?? null
  } catch {
    return null
  }
}

/** The language of the reader where i18next cannot be asked: the chosen one, or what the dashboard wrote down last. */
export function probableLanguage(): string {
  try {
    return chosen ?? localStorage.getItem("lng") ?? "en"
  } catch {
    return "en"
  }
}
