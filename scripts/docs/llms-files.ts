import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { ROOT } from "./source-program"

const INDEX = "docs/README.md"

/** The index of the docs does not list a page, or lists one twice. */
class UnlistedPageError extends Error {
  constructor(names: string[]) {
    super(
      `Could not write llms.txt: ${INDEX} must list each page once, with one line. Correct it for ${names.join(", ")}.`
    )
    this.name = "UnlistedPageError"
  }
}

const LISTED = /^- \[([^\]]+)\]\(([^)#]+\.md)\): (.+)$/gm

/** Paths of the pages that an index lists, in its order. */
function listedPages(index: string): string[] {
  return [...index.matchAll(LISTED)].map(([, , link = ""]) => path.posix.join("docs", link))
}

/** Pages that the index must list: all of docs/ but the index itself and the decisions. */
function pagesToList(): string[] {
  return readdirSync(path.join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .map((file) => path.posix.join("docs", file.split(path.sep).join("/")))
    .filter((file) => file.endsWith(".md") && file !== INDEX && !file.startsWith("docs/decisions/"))
}

/** @throws UnlistedPageError when the index does not list each of the pages exactly once */
export function checkIndex(index: string, pages: readonly string[]): void {
  const listed = listedPages(index)
  const wrong = pages.filter((page) => listed.filter((name) => name === page).length !== 1)
  if (wrong.length > 0) {
    throw new UnlistedPageError(wrong)
  }
}

/** llms.txt (llmstxt.org): the index of the docs, with paths from the root of the repository. */
export function llmsText(index: string): string {
  const body = index
    .slice(index.indexOf("\n\n") + 2)
    .replace(/^Also: .*$/m, "")
    .replace(/\]\((?![a-z]+:)([^)]+)\)/g, (_all, link: string) => `](${path.posix.join("docs", link)})`)
  const [summary = "", ...sections] = body.trim().split("\n\n## ")
  const lines = [
    "# medusa-plugin-pos",
    `> ${summary.replace(/\n/g, " ")}`,
    ...sections.map((section) => `## ${section.trim()}`),
  ]
  return `${lines.join("\n\n")}\n`
}

/** llms-full.txt: the README and all listed pages one after the other, each below its path. */
export function llmsFullText(index: string, textOf: (page: string) => string): string {
  const parts = ["README.md", ...listedPages(index)].map(
    (page) => `<!-- ${page} -->\n\n${withoutPadding(textOf(page)).trim()}`
  )
  return `${parts.join("\n\n")}\n`
}

/** Tables without the spaces that align their columns. */
function withoutPadding(page: string): string {
  return page.replace(/^ *\|.*\|$/gm, (row) => row.replace(/ {2,}/g, " ").replace(/-{4,}/g, "---"))
}

const read = (page: string) => readFileSync(path.join(ROOT, page), "utf8")

/** Both files by name, each with what writes it. */
export function llmsFiles(): [name: string, write: () => string][] {
  const index = read(INDEX)
  checkIndex(index, pagesToList())
  return [
    ["llms.txt", () => llmsText(index)],
    ["llms-full.txt", () => llmsFullText(index, read)],
  ]
}
