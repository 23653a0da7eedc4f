import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { pathToFileURL } from "node:url"

const root = path.resolve(__dirname, "..", "..", "..")
const MODULE = pathToFileURL(path.join(root, "scripts", "test-runner", "run-job.mjs")).href
const PROGRAM = `import { runJob } from "${MODULE}"
const job = { ...JSON.parse(process.argv[1]), needsDatabase: false, nodeOptions: "" }
console.error(JSON.stringify(await runJob(job, process.env)))`

/** Runs the fixture, of which one test fails until `MARK` names a file that exists, and one that always does. */
function run({ secondTry, alwaysFails }: { secondTry: boolean; alwaysFails: boolean }) {
  const directory = mkdtempSync(path.join(os.tmpdir(), "second-try-"))
  try {
    const config = JSON.stringify({
      rootDir: root,
      roots: [path.join(__dirname, "fixtures")],
      testMatch: [
        path.join(__dirname, "fixtures", "second-try.fixture.ts"),
        path.join(__dirname, "fixtures", "passes.fixture.ts"),
      ],
      transform: { "^.+\\.ts$": ["@swc/jest", { jsc: { parser: { syntax: "typescript" }, target: "es2022" } }] },
      modulePathIgnorePatterns: ["<rootDir>/.medusa/", "<rootDir>/.data/"],
    })
    const name = path.basename(directory)
    const job = { name, flags: ["--config", config, "--runInBand"], env: {}, secondTry }
    const env = { ...process.env, MARK: path.join(directory, "mark"), ALWAYS_FAILS: String(alwaysFails) }
    const parameters = ["--input-type=module", "--eval", PROGRAM, JSON.stringify(job)]
    const { stdout, stderr } = spawnSync(process.execPath, parameters, { cwd: root, encoding: "utf8", env })
    rmSync(path.join(root, ".data", "test-reports", `${name}.jsonl`), { force: true })
    const counts: unknown = JSON.parse(stderr.trimEnd().split("\n").at(-1) ?? "")
    return { counts, printed: stdout, isMarked: existsSync(env.MARK) }
  } finally {
    rmSync(directory, { recursive: true })
  }
}

const FLAKY = "second-try.fixture.ts: a flaky suite passes from the second try on"
const BROKEN = "second-try.fixture.ts: a flaky suite fails where it has to"

describe("a file that failed", () => {
  it("is run once more, and named although it passed then", () => {
    const { counts, printed } = run({ secondTry: true, alwaysFails: false })
    expect(counts).toMatchObject({ passed: 3, failed: 0, failures: [], secondTries: [FLAKY], problem: null })
    expect(printed).toContain(`is run once more because of:\n  ${FLAKY}\n`)
  })

  it("has failed when it fails again", () => {
    const { counts } = run({ secondTry: true, alwaysFails: true })
    expect(counts).toMatchObject({ passed: 2, failed: 1, failures: [BROKEN], secondTries: [FLAKY] })
  })

  it("is run once of a project whose failures may be races", () => {
    const { counts } = run({ secondTry: false, alwaysFails: false })
    expect(counts).toMatchObject({ passed: 2, failed: 1, failures: [FLAKY], secondTries: [] })
  })
})
