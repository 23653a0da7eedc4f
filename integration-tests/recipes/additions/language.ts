import type { Recipe } from "../support/recipe"

export const language: Recipe = {
  title: "Add a language",
  edits: [
    {
      file: "src/contract/languages.ts",
      after: '  nl: { dashboard: ["nl"] },\n',
      insert: '  pl: { dashboard: ["pl"] },\n',
    },
    {
      file: "src/admin/lib/texts/languages.ts",
      after: '  nl: () => import("../../i18n/nl.json"),\n',
      insert: '  pl: () => import("../../i18n/pl.json"),\n',
    },
    { file: "src/admin/i18n/pl.json", content: JSON.stringify({ receipts: { total: "Razem" } }) },
    {
      file: "src/features/receipts/document.ts",
      replace: 'import pt from "./words/pt.json"\n',
      by: 'import pl from "./words/pl.json"\nimport pt from "./words/pt.json"\n',
    },
    { file: "src/features/receipts/document.ts", replace: "it, nb, nl, pt, sv }", by: "it, nb, nl, pl, pt, sv }" },
    { file: "src/features/receipts/words/pl.json", content: JSON.stringify({ total: "Razem" }) },
  ],
  async see(load) {
    const { languageOfCountry } = load("src/contract/receipts.ts")
    const { getTextLanguage, readTexts } = load("src/admin/lib/texts/languages.ts")
    const { getDocumentTexts } = load("src/features/receipts/document.ts")
    const { receiptPaperQuerySchema } = load("src/api/admin/pos/receipts/validators.ts")
    const { compareTexts, readTexts: readFlat } = load("scripts/translations/texts.ts")
    const { missing, faults } = compareTexts(readFlat("admin/i18n", "en"), readFlat("admin/i18n", "pl"), "pl")
    const [{ total, servedBy }, english] = [getDocumentTexts("pl"), getDocumentTexts("en")]
    return {
      language: getTextLanguage("pl"),
      texts: await readTexts("pl"),
      isMissing: missing.includes("receipts.amount"),
      faults,
      ofCountry: languageOfCountry("PL"),
      query: receiptPaperQuerySchema.parse({ language: "pl" }),
      printed: total,
      isEnglishOtherwise: servedBy === english.servedBy && english.total !== total,
    }
  },
  expected: {
    language: "pl",
    texts: { receipts: { total: "Razem" } },
    isMissing: true,
    faults: { incomplete: [], unknown: [], empty: [], otherVariables: [] },
    ofCountry: "pl",
    query: { language: "pl" },
    printed: "Razem",
    isEnglishOtherwise: true,
  },
}
