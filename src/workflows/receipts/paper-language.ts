import { PAPER_LANGUAGES, type PaperLanguage } from "../../vocabulary/paper"

const COUNTRY = /^[A-Z]{2}$/i

/** What most people read in a country, where receipts are printed in it; else English. */
export function languageOfCountry(country: string | null): PaperLanguage {
  const read = isCountry(country) ? new Intl.Locale(`und-${country}`).maximize().language : ""
  return PAPER_LANGUAGES.find((language) => language === read) ?? "en"
}

/** How numbers and times are written in a language there: German has other ones in Switzerland. */
export const localeOf = (language: PaperLanguage, country: string | null): string =>
  isCountry(country) ? `${language}-${country.toUpperCase()}` : language

const isCountry = (country: string | null): country is string => country !== null && COUNTRY.test(country)
