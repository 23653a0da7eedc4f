import { findMisquotedLabels } from "../quotes"

const ENGLISH = new Map([
  ["compare", "Compare now"],
  ["fix", "Fix"],
  ["repair", "Fix"],
  ["hint", "Choose “Compare now”, then “Fix”, in “sharp”."],
])

const review = (hint: string) =>
  findMisquotedLabels(
    ENGLISH,
    new Map([
      ["compare", "Jetzt vergleichen"],
      ["repair", "Beheben"],
      ["hint", hint],
    ])
  )

describe("findMisquotedLabels", () => {
  it("accepts labels as they are translated, and quotes that are no labels", () => {
    expect(review("Wählen Sie „Jetzt vergleichen“, dann „Beheben“, in „Sharp“.")).toEqual([])
  })

  it("finds a label that is translated in another way", () => {
    expect(review("Wählen Sie „Vergleichen“, dann „Beheben“.")).toEqual([
      { key: "hint", problem: "quote “Compare now” as that label is translated: Jetzt vergleichen" },
    ])
  })

  it("leaves a text alone whose label is not translated", () => {
    expect(findMisquotedLabels(ENGLISH, new Map([["hint", "Wählen Sie „Compare now“."]]))).toEqual([])
  })
})
