import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"
import { z } from "zod"
import { compareScreenshots, type Fingerprints, listStrayScreenshots } from "./compare-screenshots"
import { fingerprintPage } from "./fingerprint"
import { PAGES } from "./pages"

const FOLDER = path.join(__dirname, "../../docs/screenshots")
const MANIFEST = path.join(FOLDER, "manifest.json")

const manifestSchema = z.record(z.string(), z.string())

async function fingerprintPages(): Promise<Fingerprints> {
  const fingerprint = async ([name, files]: [string, readonly string[]]): Promise<[string, string]> => [
    name,
    await fingerprintPage(files),
  ]
  return Object.fromEntries(await Promise.all(Object.entries(PAGES).map(fingerprint)))
}

/** After a run of `npm run screenshots`: records the pages that were shown, and deletes screenshots of former pages. */
function record(current: Fingerprints): void {
  for (const file of listStrayScreenshots(readdirSync(FOLDER), Object.keys(current))) {
    rmSync(path.join(FOLDER, file))
  }
  writeFileSync(MANIFEST, `${JSON.stringify(current, null, 2)}\n`)
}

/**
 * `npm run check:screenshots` lists screenshots in docs/screenshots that are missing, older than their page, or of no page,
 * and ends with 1 if there are any. With `--record` it writes the manifest instead.
 */
async function main(): Promise<void> {
  const current = await fingerprintPages()
  if (process.argv.includes("--record")) {
    record(current)
    return
  }
  const taken = manifestSchema.parse(JSON.parse(readFileSync(MANIFEST, "utf8")))
  const problems = compareScreenshots(taken, current, readdirSync(FOLDER))
  const count = Object.keys(current).length
  process.stdout.write(
    problems.length === 0 ? `The screenshots of ${count} pages are up to date.\n` : `${problems.join("\n")}\n`
  )
  process.exitCode = problems.length === 0 ? 0 : 1
}

void main()
