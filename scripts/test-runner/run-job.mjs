import { spawn } from "node:child_process"
import { mkdirSync, rmSync } from "node:fs"
import path from "node:path"
import { root } from "../install-locked.mjs"
import { readCounts } from "./read-counts.mjs"

/** The processes that run now. */
const running = new Set()

let isEnded = false

/** Ends what runs, as when the whole run is ended, and begins nothing more. */
export function endJobs() {
  isEnded = true
  running.forEach((child) => child.kill())
}

const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname)

/**
 * Runs some of a project's tests. What fails of a project with `secondTry` is run once more: its files, or everything if
 * the process ended early.
 * @returns the counts of read-counts.mjs, and `secondTries`: names of what failed at first and passed then
 */
export async function runJob(job, env) {
  const first = await runOnce(job, env)
  if (!job.secondTry || first.failed === 0 || isEnded) {
    return { ...first, secondTries: [] }
  }
  process.stdout.write(
    `${job.name} is run once more because of:\n${first.failures.map((name) => `  ${name}\n`).join("")}`
  )
  return withSecondTry(first, await runOnce(first.problem === null ? onlyFiles(job, first.failedFiles) : job, env))
}

const onlyFiles = (job, files) => ({
  ...job,
  flags: [...job.flags, "--runTestsByPath", ...files.map(({ path: file }) => file)],
})

/** The counts of a run of which what failed was run once more. */
function withSecondTry(first, second) {
  // What was not run again has not passed.
  if (second.problem !== null) {
    return { ...first, secondTries: [] }
  }
  const again = first.problem === null ? first.failedFiles : null
  const total = (key) =>
    again === null ? second[key] : first[key] - again.reduce((sum, file) => sum + file[key], 0) + second[key]
  return {
    ...second,
    passed: total("passed"),
    failed: total("failed"),
    skipped: total("skipped"),
    skips: [...new Set([...first.skips, ...second.skips])],
    secondTries: first.failures.filter((name) => !second.failures.includes(name)),
  }
}

/**
 * Runs some of a project's tests in a process of its own.
 * @param {{ name: string, flags: string[], env: Record<string, string>, nodeOptions: string }} job as jobs-of.mjs makes it
 */
async function runOnce({ name, flags, env: ownEnv, nodeOptions }, env) {
  const reports = path.join(root, ".data", "test-reports")
  mkdirSync(reports, { recursive: true })
  const counts = path.join(reports, `${name}.jsonl`)
  rmSync(counts, { force: true })
  const jest = path.join(root, "node_modules", "jest", "bin", "jest.js")
  const reporters = ["--reporters=default", `--reporters=${path.join(here, "count-reporter.cjs")}`]
  await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [jest, ...flags, "--silent", ...reporters], {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...ownEnv, ...process.env, ...env, TEST_COUNTS: counts, NODE_OPTIONS: nodeOptions },
    })
    running.add(child)
    child.once("error", reject)
    child.once("exit", () => {
      running.delete(child)
      resolve()
    })
  })
  const result = readCounts(counts)
  if (result.problem !== null) {
    const suites = ownEnv.SUITES ? ` (${ownEnv.SUITES})` : ""
    process.stdout.write(`${name}${suites} has failed: ${result.problem}\n`)
  }
  return result
}
