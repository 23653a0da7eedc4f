// Not every configuration that reads this file includes its neighbours.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference
/// <reference path="./html-to-text.d.ts" />
import {
  type BlockTextBuilder,
  compile,
  type FormatCallback,
  type HtmlToTextOptions,
  type RecursiveCallback,
} from "html-to-text"

/** Longer descriptions are cut before they are read: nesting costs the parser time by the square of its depth. */
const MAX_INPUT_LENGTH = 50_000

/** Deeper elements are left out. */
const MAX_DEPTH = 100

const BLOCKS = [
  "address article aside blockquote dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr main",
  "nav ol p pre section table tbody thead tfoot tr ul",
].flatMap((names) => names.split(" "))

const HIDDEN = "script style img head template noscript iframe".split(" ")

const ofBlock = (lead: string, walkedBy: RecursiveCallback, children: unknown, builder: BlockTextBuilder) => {
  builder.openBlock({ leadingLineBreaks: 1 })
  builder.addInline(lead)
  walkedBy(children, builder)
  builder.closeBlock({ trailingLineBreaks: 1 })
}

const formatters: Record<string, FormatCallback> = {
  line: ({ children }, walk, builder) => ofBlock("", walk, children, builder),
  item: ({ children }, walk, builder) => ofBlock("- ", walk, children, builder),
  cell: ({ children }, walk, builder) => {
    walk(children, builder)
    builder.addInline(" ")
  },
}

const optionsFor = (preserveNewlines: boolean): HtmlToTextOptions => ({
  wordwrap: false,
  preserveNewlines,
  limits: { maxInputLength: MAX_INPUT_LENGTH, maxDepth: MAX_DEPTH, ellipsis: "" },
  formatters,
  selectors: [
    { selector: "*", format: "inline" },
    // Its own default would write the address behind the text.
    { selector: "a", format: "inline" },
    ...BLOCKS.map((selector) => ({ selector, format: "line" })),
    { selector: "li", format: "item" },
    { selector: "td", format: "cell" },
    { selector: "th", format: "cell" },
    { selector: "br", format: "lineBreak" },
    ...HIDDEN.map((selector) => ({ selector, format: "skip" })),
  ],
})

const toFlowingText = compile(optionsFor(false))
const toTextWithLines = compile(optionsFor(true))

const BLOCK = new RegExp(`<(?:${[...BLOCKS, "li", "td", "th", "br"].join("|")})\\b`, "i")

/**
 * The text of an HTML description: blocks become lines, items of a list begin with a dash, cells of a table are apart,
 * tags, comments, scripts and styles are left out, character references are read. Text without blocks keeps its lines.
 */
export function toPlainText(html: string): string {
  // The line breaks of a source with blocks say nothing; those of plain text are the author's.
  const hasBlocks = BLOCK.test(html)
  const source = withoutImpossible(html.slice(0, MAX_INPUT_LENGTH)).slice(0, MAX_INPUT_LENGTH)
  const text = hasBlocks ? toFlowingText(source) : toTextWithLines(source)
  const lines = text
    .replaceAll("\u00ad", "")
    .replaceAll("\u00a0", " ")
    .split("\n")
    .map((line) => line.trim())
  return withoutIdleLines(lines, hasBlocks).join("\n").trim()
}

/** A closing and an opening block are one break. An empty line of plain text parts paragraphs, and one of them does. */
function withoutIdleLines(lines: string[], hasBlocks: boolean): string[] {
  return lines.filter((line, index) => line !== "" || (!hasBlocks && lines[index - 1] !== ""))
}

/** References to what is no character stay as they are written; the parser would show U+FFFD. */
function withoutImpossible(html: string): string {
  return html.replace(
    /&#(?:(\d+)|x([0-9a-f]+));/gi,
    (reference, decimal: string | undefined, hex: string | undefined) =>
      isCharacter(decimal === undefined ? parseInt(hex ?? "", 16) : Number(decimal))
        ? reference
        : `&amp;${reference.slice(1)}`
  )
}

const isCharacter = (code: number) => code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
