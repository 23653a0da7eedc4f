import { findLongSentences, MAX_WORDS } from "../sentences"

const words = (count: number) => Array.from({ length: count }, () => "word").join(" ")

describe("findLongSentences", () => {
  it("accepts a text whose sentences each have at most 25 words", () => {
    const texts = new Map([
      ["long", `${words(MAX_WORDS)}. ${words(MAX_WORDS)}! ${words(MAX_WORDS)}? ${words(MAX_WORDS)}`],
      ["signs", `${words(MAX_WORDS - 1)} {{count}} – × …`],
      ["quoted", `Choose “${words(10)}.” ${words(MAX_WORDS)}.`],
    ])
    expect(findLongSentences(texts)).toEqual([])
  })

  it("finds a longer sentence, which a point inside a name does not end", () => {
    const sentence = `${words(MAX_WORDS)} order.placed.`
    expect(findLongSentences(new Map([["hint", `Short. ${sentence}`]]))).toEqual([
      { key: "hint", problem: `shorten the sentence from 26 to at most 25 words: ${sentence}` },
    ])
  })

  it("accepts a longer sentence that is listed with its reason", () => {
    const texts = new Map([["hint", words(MAX_WORDS + 1)]])
    expect(findLongSentences(texts, [{ key: "hint", reason: "A list of names." }])).toEqual([])
  })
})
