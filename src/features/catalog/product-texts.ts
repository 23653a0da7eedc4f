// Not every configuration that reads this file includes its neighbors.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference
/// <reference path="./html-to-text.d.ts" />
import type { BlockTextBuilder, compile, FormatCallback, HtmlToTextOptions, RecursiveCallback } from "html-to-text"
import { createRequire } from "node:module"
import { z } from "zod"
import { PRODUCT_LIMITS, type ProductContent } from "../../pos-api/contract"

/**
 * Maximum length of HTML to parse. Longer descriptions are truncated first, because parse time grows with the square of
 * the nesting depth.
 */
const MAX_INPUT_LENGTH = 50_000

/** Maximum depth of elements; deeper ones are omitted. */
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
    // The default would append the URL to the text.
    { selector: "a", format: "inline" },
    ...BLOCKS.map((selector) => ({ selector, format: "line" })),
    { selector: "li", format: "item" },
    { selector: "td", format: "cell" },
    { selector: "th", format: "cell" },
    { selector: "br", format: "lineBreak" },
    ...HIDDEN.map((selector) => ({ selector, format: "skip" })),
  ],
})

const parserSchema = z.object({ compile: z.custom<typeof compile>((value) => typeof value === "function") })

type Converters = Record<"flowing" | "withLines", (html: string) => string>

let converters: Converters | null = null

/** Loads the parser with the first description: loading it takes 40 ms and 9 MiB, which a start need not wait for. */
function getConverters(): Converters {
  if (converters === null) {
    const parser = parserSchema.parse(createRequire(__filename)("html-to-text"))
    converters = { flowing: parser.compile(optionsFor(false)), withLines: parser.compile(optionsFor(true)) }
  }
  return converters
}

const BLOCK = new RegExp(`<(?:${[...BLOCKS, "li", "td", "th", "br"].join("|")})\\b`, "i")

/**
 * Converts an HTML description to plain text. Blocks become lines, list items begin with a dash, and table cells are
 * separated. Tags, comments, scripts and styles are removed, and character references are decoded. Text without blocks
 * keeps its lines.
 */
export function toPlainText(html: string): string {
  // Line breaks in HTML with blocks have no meaning; those of plain text are the author's.
  const hasBlocks = BLOCK.test(html)
  const source = withoutImpossible(html.slice(0, MAX_INPUT_LENGTH)).slice(0, MAX_INPUT_LENGTH)
  const { flowing, withLines } = getConverters()
  const text = hasBlocks ? flowing(source) : withLines(source)
  const lines = text
    .replaceAll("\u00ad", "")
    .replaceAll("\u00a0", " ")
    .split("\n")
    .map((line) => line.trim())
  return withoutIdleLines(lines, hasBlocks).join("\n").trim()
}

/**
 * Removes redundant empty lines: a closing and an opening block are one line break. In plain text an empty line
 * separates paragraphs, so one of several is kept.
 */
function withoutIdleLines(lines: string[], hasBlocks: boolean): string[] {
  return lines.filter((line, index) => line !== "" || (!hasBlocks && lines[index - 1] !== ""))
}

/** Escapes references to invalid characters, so that they stay as written; the parser would show U+FFFD. */
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

const ELLIPSIS = "…"

/**
 * Truncates text to at most `limit` characters, counted in UTF-16 units as the POS does: as many whole words as fit,
 * and an ellipsis. A single word that is too long is cut between two user-perceived characters, so that no surrogate
 * pair or combined emoji is split.
 */
export function fitText(text: string, limit: number): string {
  if (text.length <= limit) {
    return text
  }
  const room = limit - ELLIPSIS.length
  const end = lastBoundary(text, room, "word") || lastBoundary(text, room, "grapheme")
  return text.slice(0, end).trimEnd() + ELLIPSIS
}

/**
 * Returns the last boundary within `room`. Some scripts have no spaces between words, so language rules decide where a
 * word ends.
 */
function lastBoundary(text: string, room: number, granularity: "word" | "grapheme"): number {
  let end = 0
  // Twice the length is enough to find the end of the word at the limit, and bounds the work for a text of any length.
  for (const { index } of new Intl.Segmenter("und", { granularity }).segment(text.slice(0, room * 2))) {
    if (index > room) {
      break
    }
    end = index
  }
  return end
}

/**
 * Truncates descriptions that are longer than the POS accepts, with a note. Names, codes and prices are never
 * truncated, because a truncated one means something else.
 */
export function fitDescriptions(content: ProductContent): { content: ProductContent; notes: string[] } {
  const limit = PRODUCT_LIMITS.descriptionLength
  const lengths = new Set<number>()
  const fit = <Described extends { description?: string | null }>(described: Described): Described => {
    const { description } = described
    if (!description || description.length <= limit) {
      return described
    }
    lengths.add(description.length)
    return { ...described, description: fitText(description, limit) }
  }
  const fitted = { ...fit(content), ...(content.variants ? { variants: content.variants.map(fit) } : {}) }
  return {
    content: fitted,
    notes: [...lengths].map(
      (length) => `A description has ${length} characters, the POS takes ${limit}; it ends there at a word.`
    ),
  }
}
