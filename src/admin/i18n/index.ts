import de from "./de.json" with { type: "json" }
import en from "./en.json" with { type: "json" }
import sv from "./sv.json" with { type: "json" }

export default { en: { pos: en }, de: { pos: de }, sv: { pos: sv } }
