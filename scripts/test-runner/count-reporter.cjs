const { appendFileSync, writeFileSync } = require("node:fs")

/**
 * Writes one line of JSON for each test file as it ends into the file that TEST_COUNTS names, and one when all have
 * ended: whatever becomes of the run, the files that had ended are counted.
 */
module.exports = class CountReporter {
  constructor() {
    this.file = process.env.TEST_COUNTS
    if (this.file) {
      writeFileSync(this.file, "")
    }
  }

  onTestResult(test, { numPassingTests, numFailingTests, numPendingTests, testExecError, testResults, perfStats }) {
    this.#write({
      path: test.path,
      passed: numPassingTests,
      // A file that could not be run at all has failed, though none of its tests has.
      failed: numFailingTests + (testExecError ? 1 : 0),
      skipped: numPendingTests,
      failures: testResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName),
      seconds: Math.round(perfStats.runtime / 100) / 10,
    })
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
