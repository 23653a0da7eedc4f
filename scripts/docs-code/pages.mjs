import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { root } from "../install-locked.mjs"

const below = (folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => path.join(folder, file))

/** Whatever a new reader reads: name and text of each page. */
export const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  "CODE_OF_CONDUCT.md",
  "packages/pos-sandbox/README.md",
  "examples/shop/README.md",
  ".changeset/README.md",
  ...below(".github"),
  ...below("docs"),
].map((name) => ({ name, text: readFileSync(path.join(root, name), "utf8") }))

const BLOCK = /^( *)```(\w*)\n([\s\S]*?)^\1```$/gm

/** Blocks of code: of which page, in which language, and their text. */
export const BLOCKS = PAGES.flatMap(({ name, text }) =>
  [...text.matchAll(BLOCK)].map(([, , language, code], index) => ({ page: name, language, code, number: index + 1 }))
)

const PROGRAM = /^(?:[A-Z_]+=\S+ )*(?:npm|npx|bash|docker|git|curl|openssl|medusa|pos-sandbox) \S/

/** Commands that stand in blocks and in the middle of text, each once, with the pages that name them. */
export function commands() {
  const inBlocks = BLOCKS.filter(({ language }) => ["sh", "bash"].includes(language)).flatMap(({ page, code }) =>
    code
      .replace(/\\\n/g, " ")
      .split("\n")
      .map((line) => ({ page, text: line.replace(/\s+#.*$/, "") }))
  )
  const inText = PAGES.flatMap(({ name, text }) =>
    [...text.replace(BLOCK, "").matchAll(/`([^`]+)`/g)]
      .map(([, code]) => ({ page: name, text: code.replace(/\s+/g, " ") }))
      .filter((one) => PROGRAM.test(one.text))
  )
  const found = [...inBlocks, ...inText].flatMap(({ page, text }) =>
    text.split(" && ").map((one) => ({ page, text: one.replace(/ &$/, "").replace(/\s+/g, " ").trim() }))
  )
  const pagesOf = new Map()
  for (const { page, text } of found.filter((one) => one.text !== "")) {
    pagesOf.set(text, new Set([...(pagesOf.get(text) ?? []), page]))
  }
  return pagesOf
}
