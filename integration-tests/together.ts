import path from "node:path"

/**
 * The suites that SUITES names by their paths, such as "integration-tests/shop/queues", in one process and with one load of all modules;
 * scripts/test-runner/group-suites.mjs says which. Those of the store share a Medusa, which outlives each of them, and
 * name themselves.
 */
for (const suite of (process.env.SUITES ?? "").split(" ").filter(Boolean)) {
  const load = () => void jest.requireActual(path.join(__dirname, "..", `${suite}.spec`))
  if (suite.startsWith("integration-tests/shop/")) {
    load()
  } else {
    describe(suite, load)
  }
}
