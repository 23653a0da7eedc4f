import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import os from "node:os"
import path from "node:path"

const root = path.resolve(__dirname, "..", "..", "..")
const RUNNER = path.join(root, "scripts", "test-runner")

/** Runs a test file as the project's tests are run. @returns what was counted, and what was printed */
function run(flags: string[]) {
  const directory = mkdtempSync(path.join(os.tmpdir(), "counts-"))
  const counts = path.join(directory, "counts.jsonl")
  try {
    const config = JSON.stringify({
      rootDir: root,
      roots: [path.join(__dirname, "fixtures")],
      testEnvironment: path.join(RUNNER, "plain-errors-environment.cjs"),
      testMatch: [path.join(__dirname, "fixtures", "circular-error.fixture.ts")],
      transform: { "^.+\\.ts$": ["@swc/jest", { jsc: { parser: { syntax: "typescript" }, target: "es2022" } }] },
      modulePathIgnorePatterns: ["<rootDir>/.medusa/", "<rootDir>/.data/"],
    })
    const reporters = ["--reporters=default", `--reporters=${path.join(RUNNER, "count-reporter.cjs")}`]
    const jest = path.join(root, "node_modules", "jest", "bin", "jest.js")
    const parameters = [jest, "--config", config, "--silent", ...reporters, ...flags]
    const { stderr } = spawnSync(process.execPath, parameters, {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, TEST_COUNTS: counts },
    })
    const lines = readFileSync(counts, "utf8").trimEnd().split("\n")
    return { lines: lines.map((line): unknown => JSON.parse(line)), printed: stderr }
  } finally {
    rmSync(directory, { recursive: true })
  }
}

describe("a test's error that cannot be written as JSON", () => {
  it.each([[["--runInBand"]], [["--maxWorkers=2"]]])("costs no report (%p)", (flags) => {
    const { lines, printed } = run(flags)
    expect(lines).toEqual([expect.objectContaining({ passed: 1, failed: 1, skipped: 0 }), { complete: true }])
    expect(printed).toContain("the answer never came")
    expect(printed).toContain("caused by: Error: the socket was closed")
  })
})
