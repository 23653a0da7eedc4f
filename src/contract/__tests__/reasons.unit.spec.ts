import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import ts from "typescript"
import { REASONS, reasonsIn, saidAndRaw } from "../reasons"

const SRC = path.join(__dirname, "..", "..")

/** Where texts are made that a merchant reads as a reason. */
const MAKERS = [
  "features/background/inbox-handlers.ts",
  "features/catalog/import.ts",
  "features/catalog/price-rules.ts",
  "features/catalog/product-mapping.ts",
  "features/catalog/product-texts.ts",
  "features/catalog/product-validation.ts",
  "features/catalog/send-results.ts",
  "features/connection/inbox-events.ts",
  "features/stock/import.ts",
  "images/image-errors.ts",
  "pos-api/client/errors.ts",
  "pos-api/contract/errors.ts",
  "runtime/signed-entry.ts",
]

/** Pieces of a text, faults of the code, and what is said for a moment, while a call ends. */
const NO_REASON = [
  "… and … more",
  "Variant … was mapped before it was linked",
  "‘…’ must have 1 to … characters",
  "‘…’ occurs more than once",
  "It may be the store's own change; this is known when the current call has ended",
]

/** Texts in a file as the code writes them, "…" for what is put in. */
function textsIn(file: string): string[] {
  const how = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone }
  const source = ts.createSourceFile(file, readFileSync(path.join(SRC, file), "utf8"), how)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const text = textOf(node)
    if (text !== null) {
      found.push(text.replace(/…+/g, "…"))
    } else {
      ts.forEachChild(node, visit)
    }
  }
  visit(source)
  return found
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) {
    return node.text
  }
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join("")
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [textOf(node.left), textOf(node.right)]
    return left !== null && right !== null ? left + right : null
  }
  return null
}

const isSentence = (text: string) => /^(…|…: .*|[A-Z‘][^:]*) ?.* .* /.test(text) && !text.startsWith("…: ‘")

describe("what came as it came", () => {
  it.each([
    ['amount is a text where a number belongs ({"amount":"299 (kr)"})', '{"amount":"299 (kr)"}'],
    ["The POS refused PUT product library / with 422 (name: För långt)", "name: För långt"],
    [
      "The POS failed on GET purchases /v2 with 502. It is tried again later. (<h1>Bad (gateway)</h1>)",
      "<h1>Bad (gateway)</h1>",
    ],
    ["Variant ‘M (lång)’: price is missing in SEK", null],
    ["Något annat (som ingen känner)", null],
  ])("is apart from what is said: %s", (text, raw) => {
    expect(saidAndRaw(text)).toEqual({ said: raw === null ? text : text.replace(` (${raw})`, ""), raw })
  })
})

describe("reasons", () => {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter(
    (file) => /^(features|images|medusa|money|pos-api|runtime)\/.*\.ts$/.test(file) && !file.includes("__tests__")
  )
  const said = new Set(files.flatMap(textsIn))

  it.each(Object.entries(REASONS))("of %s are what the code says", (_name, { says }) => {
    expect(says.filter((text) => !said.has(text))).toEqual([])
  })

  it.each(MAKERS)("are there for every text of %s", (file) => {
    const texts = textsIn(file).filter(isSentence)
    expect(texts.filter((text) => reasonsIn(text).length === 0 && !NO_REASON.includes(text))).toEqual([])
  })

  it.each([
    ["Variant ‘M’: price is missing in SEK; Product: the name is empty", ["no-price", "name-empty"]],
    ["Product: the name has 300 characters, at most 256 are taken", ["too-long"]],
    ["amount is a text where a number belongs", ["not-understood"]],
    ["The POS's level of this variant could not be read (x)", ["stock-unreadable"]],
    ["The POS refused PUT product library / with 422 (name: För långt)", ["refused"]],
    ["created must be a time", ["not-understood"]],
    ["The handle has 300 characters, at most 256 are taken; it is left out.", ["handle-left-out"]],
    ["Variant ‘M’: the cost price 1,5 is no amount in JPY that can be sent; it is left out.", ["cost-price-left-out"]],
    ["The POS takes 3 options; ‘Färg’ is part of the variant names instead.", ["options-in-names"]],
    ["A description has 1500 characters, the POS takes 1024; it ends there at a word.", ["description-shortened"]],
    [
      "The price of ‘M’ at the POS (12.50 SEK) is not written into the store, which has the base price in SEK.",
      ["price-not-written"],
    ],
    ["The price list ‘Rea’ has no price for ‘S’, ‘M’: the base price in SEK is sent.", ["next-price-sent"]],
    ["The POS refused the product: name is empty (VARIANT_OPTION_INVALID: 東京; x)", ["refused"]],
    ["VARIANT_OPTION_INVALID: 東京", []],
  ])("are found in %s", (text, names) => {
    expect(reasonsIn(text)).toEqual(names)
  })
})
