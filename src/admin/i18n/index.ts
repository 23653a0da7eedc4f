import { UNKNOWN_TO_DASHBOARD } from "../../contract/languages"
import { fetchTexts } from "../lib/texts/bring-texts"
import { probableLanguage } from "../lib/texts/chosen-language"
import { getTextLanguage } from "../lib/texts/languages"
import en from "./en.json" with { type: "json" }

// Only a start ahead of the first page that needs them; `useTexts` sees to it in any case.
const probable = getTextLanguage(probableLanguage())
if (probable) {
  void fetchTexts(probable)
}

const empty = Object.fromEntries(UNKNOWN_TO_DASHBOARD.map((language) => [language, { pos: {} }]))

/**
 * English is there from the start, and what every other language falls back to. The dashboard takes texts only of
 * languages that it knew at its start: those without texts of Medusa's own are added here, still empty.
 */
export default { ...empty, en: { pos: en } }
