import { execFileSync, spawn } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { QUICK } from "./docs-code/how-held.mjs"
import { root } from "./install-locked.mjs"

/**
 * `npm run docs:run`: runs the docs' quick commands (scripts/docs-code/how-held.mjs) as a new user would, in a fresh clone
 * with nothing but Node and the base system on the PATH. Says each with its time, and ends with 1 when one fails.
 */
const LONGEST_MS = 600_000
const directory = mkdtempSync(path.join(tmpdir(), "pos-docs-"))
// Where this runs as root, PostgreSQL does not, and must get in.
chmodSync(directory, 0o755)
const clone = path.join(directory, "clone")
const git = (...parameters) => execFileSync("git", parameters, { encoding: "utf8" }).trim()
const bare = execFileSync("bash", [path.join(root, ".ci", "bare-path.sh")], { encoding: "utf8" }).trim()

/** Runs a line of the docs until it ends, or has said what reports that it is up. Returns what is wrong. */
function run(line, { untilSaid, leavesClean }) {
  const { DATABASE_URL: _database, CHROMIUM_PATH: _chromium, ...env } = process.env
  const child = spawn("bash", ["-c", line], { cwd: clone, env: { ...env, PATH: bare }, detached: true })
  let said = ""
  const end = () => process.kill(-child.pid, "SIGTERM")
  const listen = (chunk) => {
    const before = untilSaid?.test(said)
    said += chunk
    if (untilSaid?.test(said) && !before) {
      end()
    }
  }
  child.stdout.on("data", listen)
  child.stderr.on("data", listen)
  const tooLong = setTimeout(end, LONGEST_MS)
  return new Promise((resolve) =>
    child.once("close", (code) => {
      clearTimeout(tooLong)
      const isWell = untilSaid ? untilSaid.test(said) : code === 0
      const changed = leavesClean ? git("-C", clone, "status", "--porcelain") : ""
      resolve(isWell ? changed && `it has changed:\n${changed}` : `it ended with ${code}:\n${said.slice(-2_000)}`)
    })
  )
}

let failed = 0
try {
  git("clone", "--quiet", `file://${root}`, clone)
  for (const [line, how] of Object.entries(QUICK)) {
    const begun = performance.now()
    const problem = await run(line, how)
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
    process.stdout.write(
      `${problem ? "WRONG" : "ok   "} ${seconds.padStart(6)} s  ${line}${problem && `: ${problem}`}\n`
    )
    failed += problem ? 1 : 0
  }
} finally {
  rmSync(directory, { recursive: true, force: true })
  rmSync(bare, { recursive: true, force: true })
}
process.exitCode = failed > 0 ? 1 : 0
