const { TestEnvironment } = require("jest-environment-node")

/**
 * A test's error may hold anything: a request with its circular socket, a BigInt. Jest passes errors on as JSON and
 * loses the report of everything when that fails, so what leaves a test is a plain message and stack.
 */
module.exports = class PlainErrorsEnvironment extends TestEnvironment {
  async handleTestEvent(event) {
    if (event.name === "test_done") {
      event.test.errors = event.test.errors.map((entry) => (Array.isArray(entry) ? entry.map(plain) : plain(entry)))
    }
  }
}

/** Not by instanceof: the error is of the test's realm. */
function plain(thrown) {
  if (typeof thrown !== "object" || thrown === null || typeof thrown.message !== "string") {
    return thrown
  }
  const copy = new Error(thrown.message)
  copy.name = String(thrown.name)
  copy.stack = typeof thrown.stack === "string" ? withCauses(thrown) : copy.stack
  return copy
}

/** The stack and those of its causes, each once. */
function withCauses(thrown, seen = new Set()) {
  seen.add(thrown)
  const { cause } = thrown
  const hasMore = typeof cause === "object" && cause !== null && typeof cause.stack === "string" && !seen.has(cause)
  return hasMore ? `${thrown.stack}\ncaused by: ${withCauses(cause, seen)}` : thrown.stack
}
