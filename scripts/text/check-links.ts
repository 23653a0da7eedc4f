import { existsSync } from "node:fs"
import path from "node:path"
import { findDeadLinks } from "./find-dead-links"
import { readAllPages, ROOT } from "./read-texts"

/** `npm run check:links` lists links to missing files and headings in all pages, and ends with 1 if there are any. */
const pages = readAllPages()
const problems = findDeadLinks(pages, (name) => existsSync(path.join(ROOT, name)))
process.stdout.write(problems.length === 0 ? `All links of ${pages.length} pages work.\n` : `${problems.join("\n")}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
