import { compareTexts } from "../texts"

const ENGLISH = new Map([
  ["title", "Receipts"],
  ["from", "From {{day}}"],
  ["days_one", "{{count}} day"],
  ["days_other", "{{count}} days"],
])

const NONE = { incomplete: [], unknown: [], empty: [], otherVariables: [] }

describe("compareTexts", () => {
  it("lists missing texts, which are no faults, each once", () => {
    const texts = new Map([["title", "Recibos"]])
    expect(compareTexts(ENGLISH, texts, "es")).toEqual({ missing: ["from", "days"], faults: NONE })
  })

  it("finds no fault in a whole language with plural forms of its own", () => {
    const texts = new Map([
      ["title", "Recibos"],
      ["from", "Desde {{day}}"],
      ["days_one", "{{count}} día"],
      ["days_many", "{{count}} de días"],
      ["days_other", "{{count}} días"],
    ])
    expect(compareTexts(ENGLISH, texts, "es")).toEqual({ missing: [], faults: NONE })
  })

  it("finds missing plural forms, unknown keys, empty texts and other variables", () => {
    const texts = new Map([
      ["title", " "],
      ["from", "Från {{date}}"],
      ["days_one", "{{count}} dag"],
      ["days_many", "{{count}} dagar"],
      ["subtitle", "Kvitton"],
    ])
    expect(compareTexts(ENGLISH, texts, "sv")).toEqual({
      missing: [],
      faults: {
        incomplete: ["days_other"],
        unknown: ["days_many", "subtitle"],
        empty: ["title"],
        otherVariables: ["from"],
      },
    })
  })
})
