import { type Language, LANGUAGE_CODES, LANGUAGES } from "../../contract/languages"
import { fetchTexts } from "../lib/texts/bring-texts"
import { getTextLanguage, probableLanguage } from "../lib/texts/languages"
import da from "./start/da.json" with { type: "json" }
import de from "./start/de.json" with { type: "json" }
import en from "./start/en.json" with { type: "json" }
import es from "./start/es.json" with { type: "json" }
import fi from "./start/fi.json" with { type: "json" }
import fr from "./start/fr.json" with { type: "json" }
import it from "./start/it.json" with { type: "json" }
import nb from "./start/nb.json" with { type: "json" }
import nl from "./start/nl.json" with { type: "json" }
import pt from "./start/pt.json" with { type: "json" }
import sv from "./start/sv.json" with { type: "json" }

/** The texts that the dashboard needs before a page of the plugin is opened: its menu. Without one: in English. */
const START: Partial<Record<Language, object>> = { da, de, en, es, fi, fr, it, nb, nl, pt, sv }

// Only a start ahead of the first page that needs them; `useTexts` sees to it in any case.
const probable = getTextLanguage(probableLanguage())
if (probable) {
  void fetchTexts(probable)
}

/**
 * All other texts are fetched with the first page. The dashboard takes texts only of languages that it knew at its start:
 * those without texts of Medusa's own are added here, too.
 */
export default Object.fromEntries(
  LANGUAGE_CODES.flatMap((code) =>
    [code, ...LANGUAGES[code].dashboard].map((name) => [name, { pos: START[code] ?? {} }])
  )
)
