import { nameView, VIEWS } from "./pages"

/** Fingerprints of pages by the name of their pictures. */
export type Fingerprints = Readonly<Record<string, string>>

/** The command that the messages name. */
const COMMAND = "npm run screenshots"

/** The pictures of a page. */
export const listPictures = (page: string): string[] => VIEWS.map((view) => `admin-${page}-${nameView(view)}.png`)

/** Lists the pictures of a folder that belong to no page. */
export function listStrayPictures(files: readonly string[], pages: readonly string[]): string[] {
  const wanted = new Set(pages.flatMap(listPictures))
  return files.filter((file) => file.endsWith(".png") && !wanted.has(file))
}

/**
 * Finds pictures that do not show their page as it is.
 * @param taken the fingerprints of the pages when their pictures were taken
 * @param current the fingerprints of the pages now
 * @param files the names of the files in the folder
 */
export function comparePictures(taken: Fingerprints, current: Fingerprints, files: readonly string[]): string[] {
  const existing = new Set(files)
  const pages = Object.keys(current)
  const missing = pages
    .flatMap(listPictures)
    .filter((file) => !existing.has(file))
    .map((file) => `${file} is missing. Run \`${COMMAND}\`.`)
  const old = pages
    .filter((page) => taken[page] !== current[page])
    .flatMap(listPictures)
    .filter((file) => existing.has(file))
    .map((file) => `${file} is older than its page. Run \`${COMMAND}\`.`)
  const stray = listStrayPictures(files, pages).map(
    (file) => `${file} has no page. Delete it, or add its page to scripts/screenshots/pages.ts.`
  )
  return [...missing, ...old, ...stray]
}
