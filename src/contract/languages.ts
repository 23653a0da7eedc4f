import { getKeys } from "./keys"

/** `dashboard`: the codes by which Medusa's dashboard has a language; none: a person chooses it on the plugin's page. */
type LanguageDeclaration = { dashboard: readonly string[] }

/** Languages of the admin's texts and of printed receipts. A text that a language lacks is shown in English. */
export const LANGUAGES = {
  da: { dashboard: [] },
  de: { dashboard: ["de"] },
  en: { dashboard: ["en", "enGB"] },
  es: { dashboard: ["es"] },
  fi: { dashboard: ["fi"] },
  fr: { dashboard: ["fr"] },
  it: { dashboard: ["it"] },
  nb: { dashboard: [] },
  nl: { dashboard: ["nl"] },
  pt: { dashboard: ["ptBR", "ptPT"] },
  sv: { dashboard: ["sv"] },
} as const satisfies Record<string, LanguageDeclaration>

export type Language = keyof typeof LANGUAGES

export const LANGUAGE_CODES = getKeys(LANGUAGES)

/** Languages that Medusa's dashboard does not have, so that nobody can choose them in their profile. */
export const BESIDE_DASHBOARD = LANGUAGE_CODES.filter((code) => LANGUAGES[code].dashboard.length === 0)

/** Fills in the `{{variables}}` of a text. */
export const fill = (text: string, variables: Record<string, string | number>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(variables[name] ?? ""))
