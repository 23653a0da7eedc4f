import type { FlatTexts } from "./texts"

export const MAX_WORDS = 25

/** Texts that may have longer sentences, each with the reason. */
const LONG_SENTENCES: readonly { key: string; reason: string }[] = []

/** Splits a text after a full stop, exclamation or question mark at the end of a word. */
const splitSentences = (text: string) => text.split(/(?<=[.!?]["”]?)\s+/)

const countWords = (sentence: string) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

/** Lists the sentences with more than {@link MAX_WORDS} words. */
export function findLongSentences(texts: FlatTexts, exceptions = LONG_SENTENCES): { key: string; problem: string }[] {
  const excepted = new Set(exceptions.map(({ key }) => key))
  return [...texts]
    .filter(([key]) => !excepted.has(key))
    .flatMap(([key, text]) =>
      splitSentences(text)
        .map((sentence) => ({ sentence, words: countWords(sentence) }))
        .filter(({ words }) => words > MAX_WORDS)
        .map(({ sentence, words }) => ({
          key,
          problem: `shorten the sentence from ${words} to at most ${MAX_WORDS} words: ${sentence}`,
        }))
    )
}
