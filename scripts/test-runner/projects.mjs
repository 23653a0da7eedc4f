import { hasExamples } from "./group-suites.mjs"
import { pathsOf } from "./paths-of.mjs"

/**
 * Suites that live through random days, crash again and again, lose answers and wait for what became of them, bring
 * thousands of products, install a package, start a program for each test, or migrate from the beginning.
 */
const LONG = [
  "integration-tests/crash/",
  "integration-tests/shop/mirror-model",
  "integration-tests/shop/push-bulk",
  "integration-tests/shop/benchmark-seed",
  "integration-tests/shop/ledger-speed",
  "integration-tests/shop/migrations",
  "integration-tests/shop/accounting-of-years",
  "integration-tests/shop/detours-long",
  "integration-tests/shop/mirror-stock-lost",
  "packages/pos-sandbox/tests/package",
  "packages/pos-sandbox/tests/command-line",
  "packages/pos-sandbox/tests/kill",
  "integration-tests/shop/account-histories-long",
]

/** Half a million receipts are seeded for a quarter of an hour's questions. */
const YEARS = ["integration-tests/shop/three-years-plans"]

/** Suites of the store that read nothing of the POS's answers, or so little that one dialect reports all. */
const SAME_IN_ALL_DIALECTS = [
  "integration-tests/crash/",
  "integration-tests/shop/admin-routes",
  "integration-tests/shop/benchmark-seed",
  "integration-tests/shop/bulk-plans",
  "integration-tests/shop/catalog-by-services",
  "integration-tests/shop/ledger-speed",
  "integration-tests/shop/links",
  "integration-tests/shop/push-hook",
  "integration-tests/shop/push-reader",
  "integration-tests/shop/push-transform",
  "integration-tests/shop/roles",
  "integration-tests/shop/three-years-plans",
  "integration-tests/shop/uninstall",
]

/** Suites in which most of what the POS answers is read; CI has no time for all of them in every dialect. */
const MOST_OF_THE_DIALECT = [
  "integration-tests/shop/main-job",
  "integration-tests/shop/connections",
  "integration-tests/shop/finance",
  "integration-tests/shop/vat-by-rate",
  "integration-tests/shop/rate-budgets",
  "integration-tests/shop/push-writes",
  "integration-tests/shop/push-sync",
  "integration-tests/shop/mirror-stock",
  "integration-tests/shop/mirror-refunds",
  "integration-tests/shop/mirror-products",
  "integration-tests/shop/mirror-unreadable",
  "integration-tests/shop/mirror-model",
]

const anyOf = (names) => (suite) => names.some((name) => suite.startsWith(name))
const noneOf = (names) => (suite) => !anyOf(names)(suite)

// Medusa's runner loads ES modules and keeps pools open.
const SHOP = {
  project: "shop",
  nodeOptions: "--experimental-vm-modules --no-warnings",
  flags: ["--runInBand", "--forceExit"],
  env: { LOG_LEVEL: "error" },
}
const inDialect = (dialect) => ({ ...SHOP, env: { ...SHOP.env, POS_DIALECT: dialect }, onlyByName: true })
const FIELD = inDialect("field")
const ODD = inDialect("odd")
const IN_BAND = { nodeOptions: "", flags: ["--runInBand"], shards: 1 }

/**
 * What scripts/test.mjs runs, those that take longest first: the others fill the gaps. `suites` or `isWanted` say which
 * suites a run of the whole project has; one that is named is run, however long it takes. Suites are cut into `groups`
 * that share a process, a Medusa and all modules each, or into `shards` of files, of which jest keeps some 230 MB each
 * until their process ends. With `secondTry`, a file that failed is run once more and named at the end: a page is looked at
 * while a store works behind it. Suites that count money and stock have no second try, because it would hide a race.
 */
export const PROJECTS = [
  { ...IN_BAND, name: "browser", project: "browser", secondTry: true },
  { ...SHOP, name: "shop", groups: 4, isWanted: noneOf([...LONG, ...YEARS]) },
  { ...IN_BAND, name: "sandbox", project: "sandbox", groups: 2, isWanted: noneOf(LONG) },
  { ...IN_BAND, name: "recipes", project: "recipes" },
  { ...IN_BAND, name: "unit", project: "unit", groups: 2, isWanted: () => true },
  { ...SHOP, name: "long", shards: 3, suites: pathsOf(LONG), onlyByName: true },
  { ...SHOP, name: "years", shards: 1, suites: pathsOf(YEARS), onlyByName: true },
  { ...FIELD, name: "field", groups: 6, isWanted: noneOf(SAME_IN_ALL_DIALECTS) },
  { ...ODD, name: "odd", groups: 6, isWanted: noneOf(SAME_IN_ALL_DIALECTS) },
  { ...FIELD, name: "field-core", groups: 3, isWanted: anyOf(MOST_OF_THE_DIALECT) },
  { ...ODD, name: "odd-core", groups: 3, isWanted: anyOf(MOST_OF_THE_DIALECT) },
  { ...IN_BAND, name: "long", project: "sandbox", suites: pathsOf(LONG), onlyByName: true },
  {
    ...IN_BAND,
    name: "long",
    project: "unit",
    groups: 1,
    isWanted: hasExamples,
    env: { EXAMPLES: "all" },
    onlyByName: true,
  },
  // A group as it is named: SUITES="integration-tests/shop/queues integration-tests/shop/links" npm test -- together
  { ...SHOP, name: "together", project: "together", shards: 1, onlyByName: true },
  // Fetches public clients of the POS from GitHub.
  { ...IN_BAND, name: "clients", project: "clients", onlyByName: true },
  // Brings its own PostgreSQL, which it ends again and again.
  { ...IN_BAND, name: "cluster", project: "cluster", flags: ["--runInBand", "--forceExit"], onlyByName: true },
]
