import { BESIDE_DASHBOARD, type Language } from "../../../contract/languages"

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
    const kept = localStorage.getItem(KEY)
    return BESIDE_DASHBOARD.find((each) => each === kept) ?? null
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
