import { spawn } from "node:child_process"
import { mkdirSync, rmSync } from "node:fs"
import path from "node:path"
import { root } from "../install-locked.mjs"
import { readCounts } from "./read-counts.mjs"

/** The processes that run now. */
const running = new Set()

/** Ends what runs, as when the whole run is ended. */
export const endJobs = () => running.forEach((child) => child.kill())

const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname)

/**
 * Runs some of a project's tests in a process of its own.
 * @param {{ name: string, flags: string[], env: Record<string, string>, nodeOptions: string }} job as jobs-of.mjs makes it
 */
export async function runJob({ name, flags, env: ownEnv, nodeOptions }, env) {
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
