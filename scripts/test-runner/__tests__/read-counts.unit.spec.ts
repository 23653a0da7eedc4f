import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { pathToFileURL } from "node:url"

const MODULE = pathToFileURL(path.resolve(__dirname, "..", "read-counts.mjs")).href
const PROGRAM = `import { readCounts } from "${MODULE}"; console.log(JSON.stringify(readCounts(process.argv[1])))`

const COMPLETE = { complete: true }

/** What the runner makes of what the reporter has written. */
function read(lines: object[]): unknown {
  const directory = mkdtempSync(path.join(os.tmpdir(), "counts-"))
  const file = path.join(directory, "counts.jsonl")
  try {
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""))
    return JSON.parse(
      execFileSync(process.execPath, ["--input-type=module", "--eval", PROGRAM, file], { encoding: "utf8" })
    )
  } finally {
    rmSync(directory, { recursive: true })
  }
}

describe("The counts of a run", () => {
  const suite = { path: "/a/first.spec.ts", passed: 2, failed: 0, skipped: 0, failures: [], skips: [] }

  it("name what failed with its file, and what was skipped with its reason", () => {
    const second = { ...suite, path: "/a/second.spec.ts", failed: 1, failures: ["sells"] }
    const third = { ...suite, path: "/a/third.spec.ts", passed: 0, skipped: 3, skips: ["a client (skipped: no PHP)"] }
    expect(read([suite, second, third, COMPLETE])).toEqual({
      passed: 4,
      failed: 1,
      skipped: 3,
      failures: ["second.spec.ts: sells"],
      skips: ["a client (skipped: no PHP)"],
      failedFiles: [{ path: "/a/second.spec.ts", passed: 2, failed: 1, skipped: 0 }],
      problem: null,
    })
  })

  it.each([
    ["a run that ended early", [suite], "it ended before all files had run; 1 had"],
    ["a run without a test", [COMPLETE], "it ran no test"],
  ])("of %s are a failure", (_name, lines, problem) => {
    expect(read(lines)).toMatchObject({ failed: 1, problem })
  })
})
