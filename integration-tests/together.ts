import path from "node:path"

/**
 * The suites that SUITES names, such as "shop/queues shop/links", in one process and with one load of all modules;
 * scripts/test-runner/group-suites.mjs says which. Those of the shop share a Medusa, which outlives each of them, and
 * name themselves.
 */
for (const suite of (process.env.SUITES ?? "").split(" ").filter(Boolean)) {
  const load = () => void jest.requireActual(path.join(__dirname, `${suite}.spec`))
  if (suite.startsWith("shop/")) {
    load()
  } else {
    describe(suite, load)
  }
}
