import { decodeEntities } from "./html-entities"

const BLOCK = /<\/?(?:p|div|li|ul|ol|h[1-6]|table|tr|blockquote|section|article|pre|hr|br)\b[^<>]*>/gi

/**
 * The text of an HTML description: blocks become lines, items of a list begin with a dash, tags, comments, scripts and
 * styles go, entities are read. Text without tags keeps its lines.
 */
export function toPlainText(html: string): string {
  const shown = withoutHidden(html)
  // The line breaks of a source with blocks say nothing; those of plain text are the author's.
  const hasBlocks = shown.search(BLOCK) !== -1
  const flowing = hasBlocks ? shown.replace(/\s+/g, " ") : shown
  const text = flowing
    .replace(/<li\b[^<>]*>/gi, "\n- ")
    .replace(BLOCK, "\n")
    .replace(/<\/?[a-z][^<>]*>/gi, "")
  const lines = decodeEntities(text)
    .split("\n")
    .map((line) => line.trim())
  return withoutIdleLines(lines, hasBlocks).join("\n").trim()
}

/** A closing and an opening block are one break. An empty line of plain text parts paragraphs, and one of them does. */
function withoutIdleLines(lines: string[], hasBlocks: boolean): string[] {
  return lines.filter((line, index) => line !== "" || (!hasBlocks && lines[index - 1] !== ""))
}

/** Drops what a browser does not show. One that never closes hides all that follows, as it does there. */
function withoutHidden(html: string): string {
  const opening = /<(script|style)\b[^<>]*>|<!--/gi
  let shown = ""
  let from = 0
  for (;;) {
    opening.lastIndex = from
    const hidden = opening.exec(html)
    if (!hidden) {
      return shown + html.slice(from)
    }
    shown += html.slice(from, hidden.index)
    const closing = closingOf(hidden[1])
    closing.lastIndex = opening.lastIndex
    if (!closing.exec(html)) {
      return shown
    }
    from = closing.lastIndex
  }
}

function closingOf(tag: string | undefined): RegExp {
  return tag === undefined ? /-->/g : new RegExp(`</${tag}\\b[^<>]*>`, "gi")
}
