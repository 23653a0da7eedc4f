import fc from "fast-check"
import { jsonText } from "../json-text"

describe("JSON that PostgreSQL can hold", () => {
  it("is another text than JSON only where U+0000 or half a pair stands", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom("\\", "u", "0000", "d83d", "\0", "å", "🎁", '"') })),
        (texts) => {
          expect(JSON.parse(jsonText(texts))).toEqual(texts.map((text) => text.replaceAll("\0", "\ufffd")))
        }
      )
    )
    expect(JSON.parse(jsonText(["a\ud83db", "\udc00", "🎁", "\\ud83d"]))).toEqual([
      "a\ufffdb",
      "\ufffd",
      "🎁",
      "\\ud83d",
    ])
  })
})
