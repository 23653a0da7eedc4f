import { nameView, VIEWS } from "./pages"

/** Fingerprints of pages by the name of their screenshots. */
export type Fingerprints = Readonly<Record<string, string>>

/** The command that the messages name. */
const COMMAND = "npm run screenshots"

/** The screenshots of a page. */
export const listScreenshots = (page: string): string[] => VIEWS.map((view) => `admin-${page}-${nameView(view)}.png`)

/** Lists the screenshots of a folder that belong to no page. */
export function listStrayScreenshots(files: readonly string[], pages: readonly string[]): string[] {
  const wanted = new Set(pages.flatMap(listScreenshots))
  return files.filter((file) => file.endsWith(".png") && !wanted.has(file))
}

/**
 * Finds screenshots that do not show their page as it is.
 * @param taken the fingerprints of the pages when their screenshots were taken
 * @param current the fingerprints of the pages now
 * @param files the names of the files in the folder
 */
export function compareScreenshots(taken: Fingerprints, current: Fingerprints, files: readonly string[]): string[] {
  const existing = new Set(files)
  const pages = Object.keys(current)
  const missing = pages
    .flatMap(listScreenshots)
    .filter((file) => !existing.has(file))
    .map((file) => `${file} is missing. Run \`${COMMAND}\`.`)
  const old = pages
    .filter((page) => taken[page] !== current[page])
    .flatMap(listScreenshots)
    .filter((file) => existing.has(file))
    .map((file) => `${file} is older than its page. Run \`${COMMAND}\`.`)
  const stray = listStrayScreenshots(files, pages).map(
    (file) => `${file} has no page. Delete it, or add its page to scripts/screenshots/pages.ts.`
  )
  return [...missing, ...old, ...stray]
}
