import { readFileSync } from "node:fs"
import path from "node:path"
import { root } from "../install-locked.mjs"

const FILE = path.join(root, "docs", "quickstart.md")
const BLOCK = /```(\w+)\n([\s\S]*?)```/g

/**
 * Reads docs/quickstart.md.
 * @returns {{ heading: string, blocks: { language: string, code: string }[], text: string }[]} its numbered sections, in order
 */
export function readQuickstart() {
  const sections = readFileSync(FILE, "utf8").split(/^## (?=\d+\. )/m)
  return sections.slice(1).map((text) => ({
    heading: text.slice(0, text.indexOf("\n")),
    text: text.split(/^## /m)[0] ?? "",
    blocks: [...(text.split(/^## /m)[0] ?? "").matchAll(BLOCK)].map(([, language, code]) => ({ language, code })),
  }))
}

/** The name in italics after a label, such as _Default Sales Channel_ after "sales channel". @throws when it is missing */
export function namedInPage(text, label) {
  const [, name] = new RegExp(`${label} _([^_]+)_`).exec(text.replace(/\s+/g, " ")) ?? []
  if (!name) {
    throw new Error(`Could not read docs/quickstart.md: it names no ${label}. Write it in italics after "${label}".`)
  }
  return name
}
