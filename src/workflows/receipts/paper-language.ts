import { isCountry, type PaperLanguage } from "../../vocabulary/paper"

/** How numbers and times are written in a language there: German has other ones in Switzerland. */
export const localeOf = (language: PaperLanguage, country: string | null): string =>
  isCountry(country) ? `${language}-${country.toUpperCase()}` : language
