import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { blank, readSourceTexts, type Text } from "./source-texts"

export const ROOT = path.join(__dirname, "../..")

/** A text with the file that contains it, as a path below the root of the repository. */
export type FileText = Text & { file: string }

const PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "packages/pos-sandbox/README.md"]
const LABELS = ["src/admin/i18n/en.json", "src/admin/i18n/start/en.json", "src/features/receipts/words/en.json"]

/** Reads all texts that people read: pages, labels of the admin, and comments and messages in the sources. */
export function readTexts(): FileText[] {
  return [
    ...[...PAGES, ...findFiles("docs", /\.md$/)].flatMap((file) => readFileTexts(file, readPage)),
    ...LABELS.flatMap((file) => readFileTexts(file, readLabels)),
    ...["src", "packages/pos-sandbox/src"]
      .flatMap((folder) => findFiles(folder, /\.(tsx?|js)$/))
      .filter((file) => !/\/(__tests__|migrations)\//.test(file))
      .flatMap((file) => readFileTexts(file, (source) => readSourceTexts(file, source))),
  ]
}

const CODE_FOLDERS = `src packages/pos-sandbox/src packages/pos-sandbox/tests integration-tests test-support
  scripts benchmarks demo examples`

/** Reads all sources, styles and lists of texts, tests included; scripts/text names the old names itself. */
export function readSources(): { file: string; source: string }[] {
  return CODE_FOLDERS.split(/\s+/)
    .flatMap((folder) => findFiles(folder, /\.(tsx?|m?js|css|json)$/))
    .filter((file) => !/^scripts\/text\/|\.snap/.test(file))
    .map((file) => ({ file, source: readFileSync(path.join(ROOT, file), "utf8") }))
}

/** Reads all pages in Markdown of the repository, but not those of installed packages and of builds. */
export function readAllPages(): { name: string; text: string }[] {
  const folders = ["docs", "examples", "packages", ".github", ".changeset"]
  const names = readdirSync(ROOT).filter((name) => name.endsWith(".md"))
  return [...names, ...folders.flatMap((folder) => findFiles(folder, /\.md$/))].map((name) => ({
    name,
    text: readFileSync(path.join(ROOT, name), "utf8"),
  }))
}

function readFileTexts(file: string, read: (source: string) => Text[]): FileText[] {
  return read(readFileSync(path.join(ROOT, file), "utf8")).map((text) => ({ ...text, file }))
}

/** Folders of installed packages and of builds. The demo's link there leads back to the repository. */
const NOT_OURS = /^(node_modules|\.medusa|dist)$/

/** Finds the files below a folder, as paths below the root of the repository, without installed packages and builds. */
function findFiles(folder: string, names: RegExp): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const name = path.posix.join(folder, entry.name)
      if (entry.isDirectory()) {
        return NOT_OURS.test(entry.name) ? [] : findFiles(name, names)
      }
      return entry.isFile() && names.test(name) ? [name] : []
    })
    .sort()
}

/** Names of routes and of measurements, which a page shows as they are. */
const NAMES = /^#+ [a-z]\S*$|(?<=(?:each|First content): )[^|]+/gm

const BLOCK = /^( *)```[^]*?^\1```$/gm
const NO_PROSE = /`[^`]*`|\]\([^)\s]*\)|<!--[^]*?-->|<https?:[^>]*>/g

/** Replaces blocks of code by spaces. */
export const blankBlocks = (page: string): string => page.replace(BLOCK, blank)

/** Reads the prose of a page in Markdown: without code, targets of links and comments. */
export function readPage(page: string): Text[] {
  return [{ kind: "page", line: 1, text: blankBlocks(page).replace(NO_PROSE, blank).replace(NAMES, blank) }]
}

/** Reads the values of a file of texts: without its keys and the variables of its texts. */
export function readLabels(json: string): Text[] {
  return [{ kind: "label", line: 1, text: json.replace(/"[^"\n]*":|\{\{\w+\}\}/g, blank) }]
}
