import { type FlatTexts, getEnglish } from "./texts"

/**
 * Lists texts that name a label in quotation marks otherwise than the label is translated. “Compare now” in an English
 * text is the label if some text is exactly that.
 */
export function findMisquotedLabels(english: FlatTexts, texts: FlatTexts): { key: string; problem: string }[] {
  const getLabels = (quoted: string) => [...english].filter(([, text]) => text === quoted).map(([label]) => label)
  return [...texts].flatMap(([key, text]) =>
    [...getEnglish(english, key).matchAll(/“([^”]+)”/g)].flatMap(([, quoted = ""]) => {
      const translated = getLabels(quoted).flatMap((label) => texts.get(label) ?? [])
      return translated.length === 0 || translated.some((label) => text.includes(label))
        ? []
        : [{ key, problem: `quote “${quoted}” as that label is translated: ${translated.join(" or ")}` }]
    })
  )
}
