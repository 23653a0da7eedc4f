import { useTranslation } from "react-i18next"
import { readAgain } from "../../lib/texts/bring-texts"
import { BESIDE_DASHBOARD, chooseLanguage, chosenLanguage } from "../../lib/texts/chosen-language"

/** The languages that the dashboard lacks, each by its own name; which one is chosen; and the way to choose. */
export function useLanguageChoice() {
  const { i18n } = useTranslation()
  return {
    languages: BESIDE_DASHBOARD.map((id) => ({
      id,
      name: new Intl.DisplayNames([id], { type: "language" }).of(id) ?? id,
    })),
    chosen: chosenLanguage(),
    choose: (language: string) => {
      chooseLanguage(language)
      readAgain(i18n)
    },
  }
}
