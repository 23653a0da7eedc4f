import { existsSync, readFileSync } from "node:fs"
import path from "node:path"

/**
 * Sums up what the count reporter wrote.
 * @returns {{ passed: number, failed: number, skipped: number, failures: string[], skips: string[],
 *   failedFiles: { path: string, passed: number, failed: number, skipped: number }[], problem: string | null }}
 * `failures` names what failed, `skips` what this machine cannot run, with the reason; `problem` says why the run counts
 * as failed although no test did
 */
export function readCounts(file) {
  const lines = existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n").filter(Boolean) : []
  const entries = lines.map((line) => JSON.parse(line))
  const files = entries.filter((entry) => "path" in entry)
  const sum = (key) => files.reduce((total, entry) => total + entry[key], 0)
  const counts = { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") }
  const problem = problemOf(
    counts,
    files,
    entries.some((entry) => entry.complete)
  )
  const failures = files.flatMap(({ path: file, failures: names = [], failed }) =>
    names.length > 0 || failed === 0 ? names.map((name) => `${path.basename(file)}: ${name}`) : [path.basename(file)]
  )
  const skips = files.flatMap(({ skips: names = [] }) => names)
  const failedFiles = files
    .filter(({ failed }) => failed > 0)
    .map(({ path, passed, failed, skipped }) => ({ path, passed, failed, skipped }))
  return { ...counts, failed: counts.failed + (problem === null ? 0 : 1), failures, skips, failedFiles, problem }
}

function problemOf({ passed, failed, skipped }, files, isComplete) {
  if (!isComplete) {
    return `it ended before all files had run; ${files.length} had`
  }
  // What ran nothing has not passed.
  return passed + failed + skipped === 0 ? "it ran no test" : null
}
