const { appendFileSync, writeFileSync } = require("node:fs")
const path = require("node:path")

/** Loads several suites, each of which stands under the name of its file. */
const TOGETHER = path.join("integration-tests", "together.ts")

/**
 * Writes one line of JSON for each suite as its file ends into the file that TEST_COUNTS names, and one when all have
 * ended: whatever becomes of the run, the files that had ended are counted.
 */
module.exports = class CountReporter {
  constructor() {
    this.file = process.env.TEST_COUNTS
    if (this.file) {
      writeFileSync(this.file, "")
    }
  }

  onTestResult(test, { testExecError, testResults, perfStats }) {
    const suites = suitesOf(test.path, testResults)
    const isTogether = test.path.endsWith(TOGETHER)
    for (const [file, tests] of suites) {
      const line = countsOf(file, tests)
      this.#write(isTogether ? line : { ...line, seconds: inSeconds(perfStats.runtime) })
      if (isTogether) {
        process.stderr.write(`  ${path.basename(file)}: ${tests.length} tests, ${line.seconds} s\n`)
      }
    }
    // A file that could not be run at all has failed, though none of its tests has.
    if (testExecError) {
      this.#write({ ...countsOf(test.path, []), failed: 1 })
    }
  }

  onRunComplete() {
    this.#write({ complete: true })
  }

  #write(line) {
    if (this.file) {
      appendFileSync(this.file, `${JSON.stringify(line)}\n`)
    }
  }
}

const inSeconds = (milliseconds) => Math.round(milliseconds / 100) / 10

function suitesOf(file, tests) {
  const loaded = (process.env.SUITES ?? "").split(" ")
  const suites = new Map()
  for (const test of tests) {
    const [title] = test.ancestorTitles
    const suite = loaded.find((name) => name === title || path.basename(name) === title)
    const own = file.endsWith(TOGETHER) && suite ? path.join(path.dirname(file), "..", `${suite}.spec.ts`) : file
    suites.set(own, [...(suites.get(own) ?? []), test])
  }
  return suites
}

/** Names of what this machine cannot run; they say why: `describe.skip("… (skipped: the reason)")`. */
function skipsOf(tests) {
  const pending = tests.filter(({ status }) => status === "pending")
  const names = pending.map(({ ancestorTitles, title }) =>
    [...ancestorTitles, title].find((name) => name.includes("(skipped: "))
  )
  return [...new Set(names)].filter((name) => name !== undefined)
}

function countsOf(file, tests) {
  const count = (...states) => tests.filter(({ status }) => states.includes(status)).length
  return {
    path: file,
    passed: count("passed"),
    failed: count("failed"),
    skipped: count("pending"),
    skips: skipsOf(tests),
    failures: tests.filter(({ status }) => status === "failed").map(({ fullName }) => fullName),
    seconds: inSeconds(tests.reduce((sum, { duration }) => sum + (duration ?? 0), 0)),
  }
}
