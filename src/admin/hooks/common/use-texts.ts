import { useLayoutEffect, useMemo } from "react"
import { useTranslation } from "react-i18next"
import { bringTexts, readerLanguage } from "../../lib/texts/bring-texts"
import { getLocale, getTextLanguage } from "../../lib/texts/languages"

/** The texts of these pages in the reader's language, and the name by which a browser knows it, for numbers and times. */
export function useTexts() {
  const { t, i18n } = useTranslation("pos")
  const reader = readerLanguage(i18n)
  // Before the browser paints: texts that were fetched already must not show English first.
  useLayoutEffect(() => {
    bringTexts(i18n)
  }, [i18n, reader])
  const texts = getTextLanguage(reader)
  // By the texts' own language, whose plural forms they have: i18next knows none of "ptBR". With the dashboard's `t`
  // it changes whenever that does.
  return useMemo(
    () => ({ t: texts === null ? t : i18n.getFixedT(texts, "pos"), language: getLocale(reader) }),
    [t, i18n, texts, reader]
  )
}
