/** The languages that a receipt is printed in, those of the admin's texts. */
export const PAPER_LANGUAGES = ["da", "de", "en", "es", "fi", "fr", "it", "nb", "nl", "pt", "sv"] as const

export type PaperLanguage = (typeof PAPER_LANGUAGES)[number]

const COUNTRY = /^[A-Z]{2}$/i

export const isCountry = (country: string | null): country is string => country !== null && COUNTRY.test(country)

/** What most people read in a country, where receipts are printed in it; else English. */
export function languageOfCountry(country: string | null): PaperLanguage {
  const read = isCountry(country) ? new Intl.Locale(`und-${country}`).maximize().language : ""
  return PAPER_LANGUAGES.find((language) => language === read) ?? "en"
}
