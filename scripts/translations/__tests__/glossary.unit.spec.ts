import { LANGUAGE_CODES } from "../../../src/contract/languages"
import { createTermFinder, excuses, findGlossaryFaults, parseGlossary, readGlossary } from "../glossary"

const GLOSSARY = parseGlossary({
  languages: {
    en: {
      terms: {
        POS: { word: "POS", stems: ["point of sale"], avoid: ["till"] },
        stock: { word: "stock" },
        "stock location": { word: "stock location", stems: ["stock locations"] },
        refund: { word: "refund", stems: ["refunds", "refunded"] },
      },
      avoid: ["lane"],
    },
    de: {
      terms: {
        POS: { word: "Kassensystem", stems: ["Kasse"], avoid: ["Zähler*", "Bon"] },
        stock: { word: "Bestand" },
        "stock location": { word: "Lagerort" },
        refund: { word: "Erstattung", stems: ["erstatt"] },
      },
      avoid: [],
    },
  },
  exceptions: [{ key: "internet", term: "POS", language: "de", reason: "An example of an exception." }],
})

const review = (english: string, german: string, key = "text") =>
  findGlossaryFaults(new Map([[key, english]]), new Map([[key, german]]), "de", GLOSSARY)

describe("createTermFinder", () => {
  const findTerms = createTermFinder(GLOSSARY.languages.en?.terms ?? {})

  it.each([
    ["Stock at the point of sale", ["POS", "stock"]],
    ["The stock locations of {{stock}}", ["stock location"]],
    ["A low-stock level, in stocks", []],
    ["The event refund.created, for a position", []],
    ["3 refunded", ["refund"]],
  ])("%s", (text, found) => {
    expect(findTerms(text).sort()).toEqual(found)
  })
})

describe("findGlossaryFaults", () => {
  it.each([
    ["an inflected form", "The sale was refunded", "Der Verkauf wurde erstattet"],
    ["a compound", "POS stock", "Kassenbestand"],
    ["a text without the term", "Try again", "Erneut versuchen"],
    ["part of another word that is avoided", "Wait", "Bonus erzählt"],
  ])("accepts %s", (_, english, german) => {
    expect(review(english, german)).toEqual([])
  })

  it("finds a term that is translated by another word, also in a plural form that English lacks", () => {
    expect(review("Stock", "Inventur")).toEqual([
      { language: "de", key: "text", term: "stock", problem: 'use "Bestand" for "stock"' },
    ])
    const english = new Map([
      ["refunds_one", "{{count}} refund"],
      ["refunds_other", "{{count}} refunds"],
    ])
    const texts = new Map([["refunds_many", "{{count}} Rückgaben"]])
    expect(findGlossaryFaults(english, texts, "de", GLOSSARY)).toHaveLength(1)
  })

  it("finds words that are avoided: whole ones, those with any ending, and in English", () => {
    expect(review("Wait", "Der Bon am Zählerstand").map(({ problem }) => problem)).toEqual([
      'use "Kassensystem" instead of "Zähler*"',
      'use "Kassensystem" instead of "Bon"',
    ])
    const english = new Map([["text", "The till has a lane for {{till}}"]])
    expect(findGlossaryFaults(english, english, "en", GLOSSARY).map(({ problem }) => problem)).toEqual([
      'use "POS" instead of "till"',
      'do not use "lane"',
    ])
  })

  it("has none in a language without a glossary", () => {
    expect(findGlossaryFaults(new Map([["text", "Stock"]]), new Map([["text", "Zapas"]]), "pl", GLOSSARY)).toEqual([])
  })
})

describe("An exception", () => {
  it("excuses a fault of its key, term and language only", () => {
    const excused = (fault: ReturnType<typeof review>[number]) =>
      GLOSSARY.exceptions.some((exception) => excuses(exception, fault))
    expect(review("The POS", "Das System", "internet").map(excused)).toEqual([true])
    expect(review("The POS", "Das System", "other").map(excused)).toEqual([false])
    expect(review("Stock", "Inventur", "internet").map(excused)).toEqual([false])
  })
})

describe("glossary.json", () => {
  it("has every language, and each of its terms in every language", () => {
    const { languages } = readGlossary()
    const terms = Object.keys(languages.en?.terms ?? {})
    expect(terms.length).toBeGreaterThan(20)
    expect(Object.keys(languages).sort()).toEqual([...LANGUAGE_CODES].sort())
    const incomplete = Object.entries(languages).filter(([, language]) => terms.some((term) => !language.terms[term]))
    expect(incomplete).toEqual([])
  })
})
