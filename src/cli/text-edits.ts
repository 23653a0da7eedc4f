import type { Node, NodeArray, SourceFile } from "typescript"

/** The TypeScript compiler of the store, which is loaded when the command runs. */
export type Compiler = typeof import("typescript")

/** Replaces a range of a text. */
export type TextEdit = { start: number; end: number; text: string }

/** Applies edits that do not overlap. */
export function applyEdits(text: string, edits: TextEdit[]): string {
  return [...edits]
    .sort((left, right) => right.start - left.start || right.end - left.end)
    .reduce((edited, { start, end, text: next }) => edited.slice(0, start) + next + edited.slice(end), text)
}

/** How a file is written, so that additions look like the rest. */
export type FileStyle = { newLine: string; indent: string; quote: string }

/** Reads the style of a file from its text. */
export function getStyle(text: string): FileStyle {
  const [indent = "  "] = /^(?:\t| {2,4})(?=\S)/m.exec(text) ?? []
  const [quote = '"'] = /["']/.exec(text) ?? []
  return { newLine: text.includes("\r\n") ? "\r\n" : "\n", indent, quote }
}

const startOfLine = (text: string, position: number) => text.lastIndexOf("\n", position - 1) + 1

/** Returns the white space at the beginning of the line that contains a position. */
export function indentAt(text: string, position: number): string {
  return /^[ \t]*/.exec(text.slice(startOfLine(text, position)))?.[0] ?? ""
}

/** A list in braces or brackets: an object literal with its properties, or an array literal with its elements. */
export type BracedList = { node: Node; items: NodeArray<Node> }

/** Writes the code of an item, given the indentation of its first line. */
export type ItemWriter = (indent: string) => string

/**
 * Changes a list: removes items, and adds others behind the last one that stays. In a list on one line they stay on it;
 * else each gets its own line, behind a comment that belongs to the item before it.
 */
export function changeItems(
  compiler: Compiler,
  source: SourceFile,
  { node, items }: BracedList,
  { add, remove = [] }: { add: ItemWriter[]; remove?: Node[] }
): TextEdit[] {
  const { text } = source
  const { newLine, indent: unit } = getStyle(text)
  const open = node.getStart(source)
  const outer = indentAt(text, open)
  const last = items.filter((item) => !remove.includes(item)).at(-1)
  if (last === undefined) {
    const close = node.getEnd() - 1
    const start = items.length > 0 ? open + 1 : open + 1 + text.slice(open + 1, close).trimEnd().length
    const lines = add.map((item) => `${newLine}${outer}${unit}${item(outer + unit)},`).join("")
    return add.length + remove.length === 0 ? [] : [{ start, end: close, text: lines && `${lines}${newLine}${outer}` }]
  }
  const firstKept = items.findIndex((item) => !remove.includes(item))
  const removals = remove.map((item) => removeItem(compiler, source, { items, item, firstKept }))
  if (add.length === 0) {
    return removals
  }
  const end = last.getEnd()
  if (!text.slice(open, last.getStart(source)).includes("\n")) {
    return [...removals, { start: end, end, text: add.map((item) => `, ${item(outer)}`).join("") }]
  }
  const indent = indentAt(text, last.getStart(source))
  const afterComma = endOfComma(text, end)
  const at = compiler.getTrailingCommentRanges(text, afterComma ?? end)?.at(-1)?.end ?? afterComma ?? end
  const added = { start: at, end: at, text: add.map((item) => `${newLine}${indent}${item(indent)},`).join("") }
  // At the same position, the later insertion comes first.
  return afterComma === null ? [...removals, added, { start: end, end, text: "," }] : [...removals, added]
}

/** Returns the position behind the comma that follows; null when none does. */
function endOfComma(text: string, position: number): number | null {
  const [comma] = /^\s*,/.exec(text.slice(position)) ?? []
  return comma === undefined ? null : position + comma.length
}

/**
 * Removes an item with a comma; an item on lines of its own with them, and with a comment behind it.
 * @param input.firstKept index of the first item that stays
 */
function removeItem(
  compiler: Compiler,
  source: SourceFile,
  { items, item, firstKept }: { items: NodeArray<Node>; item: Node; firstKept: number }
): TextEdit {
  const { text } = source
  const start = item.getStart(source)
  const lineStart = startOfLine(text, start)
  const endOfItem = endOfComma(text, item.getEnd()) ?? item.getEnd()
  const end = compiler.getTrailingCommentRanges(text, endOfItem)?.at(-1)?.end ?? endOfItem
  const [rest] = /^[ \t]*\r?\n/.exec(text.slice(end)) ?? []
  if (rest !== undefined && text.slice(lineStart, start).trim() === "") {
    return { start: lineStart, end: end + rest.length, text: "" }
  }
  const index = items.indexOf(item)
  return index < firstKept
    ? { start, end: items[index + 1]?.getStart(source) ?? items.end, text: "" }
    : { start: items[index - 1]?.getEnd() ?? start, end: item.getEnd(), text: "" }
}
