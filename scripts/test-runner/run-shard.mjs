import { spawn } from "node:child_process"
import { mkdirSync, rmSync } from "node:fs"
import path from "node:path"
import { root } from "../install-locked.mjs"
import { readCounts } from "./read-counts.mjs"

/** The processes that run now. */
const running = new Set()

/** Ends what runs, as when the whole run is ended. */
export const endShards = () => running.forEach((child) => child.kill())

const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname)

/**
 * Runs one shard of a project's tests in a process of its own.
 * @param {{ name: string, project: string, nodeOptions: string, flags: string[], env?: Record<string, string> }} project
 * @param {{ shard: string, parameters: string[], env: Record<string, string> }} run `parameters` are jest's own, such as a pattern or -t
 */
export async function runShard(project, { shard, parameters, env }) {
  const reports = path.join(root, ".data", "test-reports")
  mkdirSync(reports, { recursive: true })
  const counts = path.join(reports, `${project.name}-${shard.replace("/", "-of-")}.jsonl`)
  rmSync(counts, { force: true })
  const jest = path.join(root, "node_modules", "jest", "bin", "jest.js")
  const reporters = ["--reporters=default", `--reporters=${path.join(here, "count-reporter.cjs")}`]
  const options = ["--selectProjects", project.project, "--shard", shard, "--silent", ...reporters]
  await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [jest, ...parameters, ...options, ...project.flags], {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...project.env, ...process.env, ...env, TEST_COUNTS: counts, NODE_OPTIONS: project.nodeOptions },
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
    process.stdout.write(`${project.name} ${shard} has failed: ${result.problem}\n`)
  }
  return result
}
