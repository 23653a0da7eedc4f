import { createInstance } from "i18next"
import defaults from "../i18n"
import { prepareTexts } from "../lib/texts/bring-texts"

/** Starts i18next as Medusa's dashboard does, with texts that are in English only. */
async function startDashboard(lng: string) {
  const i18n = createInstance()
  await i18n.init({ lng, fallbackLng: "en", resources: defaults, interpolation: { escapeValue: false } })
  i18n.addResources("en", "pos", {
    untranslated: "Not translated",
    untranslated_days_one: "{{count}} day",
    untranslated_days_other: "{{count}} days",
  })
  await prepareTexts(i18n)
  return i18n.getFixedT(lng, "pos")
}

describe("A text that a language lacks", () => {
  it("is shown in English, the others in the language", async () => {
    const t = await startDashboard("es")
    expect(t("receipts.amount")).toBe("Importe")
    expect(t("untranslated")).toBe("Not translated")
    expect(t("untranslated_days", { count: 1 })).toBe("1 day")
    expect(t("untranslated_days", { count: 1_000_000 })).toBe("1000000 days")
  })
})
