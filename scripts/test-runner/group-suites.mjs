import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { root } from "../install-locked.mjs"

/** Folders of each kind of suite. */
const FOLDERS = {
  shop: ["integration-tests/shop"],
  sandbox: ["packages/pos-sandbox/tests"],
  unit: ["src", "scripts", "benchmarks", "packages"],
}

/**
 * Suites that change what a process has once: where its service is and of which brand, who keeps its spans, the handler of a hook, how long
 * a test may take. Each is loaded by itself.
 */
const ALONE = [
  ...[
    "admin-pages",
    "detours",
    "mirror-unreadable",
    "monitoring",
    "push-hook",
    "mirror-model",
    "provider-preset",
    "push-bulk",
    "roles",
    "uninstall",
  ].map((name) => `integration-tests/shop/${name}`),
  // It loads workflows a second time, which Medusa's registry of the process refuses.
  "src/features/catalog/__tests__/customize-products.unit",
]

/** Where a test is written; one of a table counts once. */
const TEST = /^\s*it(\.each)?[(`]/gm

/** What seeding its shop and keeping it costs a suite, in tests. */
const BEGINNING = 1

/** Where a unit is held against hundreds of examples, or a process is started: each is as long as some thirty tests. */
const LASTING = /\bfc\.assert\(|\bspawnSync\(|\bexecFileSync\(/g
const LASTS = 30

const END = ".spec.ts"

/** What test-support/examples.ts makes deeper in `npm run test:long`. */
const EXAMPLES = /\bexamples\(/

const sourceOf = (name) => readFileSync(path.join(root, `${name}${END}`), "utf8")
const countOf = (pattern, source) => source.match(pattern)?.length ?? 0

const filesIn = (folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => !file.includes("node_modules"))
    .map((file) => path.posix.join(folder, file.split(path.sep).join("/")))

/** Suites of a kind by their path from the repository without ending, each with its length relative to others. */
function suitesOf(kind) {
  const isUnit = kind === "unit"
  return FOLDERS[kind]
    .flatMap(filesIn)
    .filter((file) => file.endsWith(isUnit ? `.unit${END}` : END))
    .map((file) => file.slice(0, -END.length))
    .map((name) => {
      const source = sourceOf(name)
      const lasting = isUnit ? LASTS * countOf(LASTING, source) : 0
      return { name, weight: BEGINNING + countOf(TEST, source) + lasting }
    })
}

/** Whether a suite has properties that are held against more examples in `npm run test:long`. */
export const hasExamples = (suite) => EXAMPLES.test(sourceOf(suite))

/**
 * Suites that share a process, its modules and, of the store, a Medusa: loading and booting takes as long as four tests
 * of the store, or as all units together. The groups are about as long as each other.
 * @param {string} kind "shop", "sandbox" or "unit"
 * @param isWanted by the suite's name
 * @returns {{ groups: string[][], alone: string[] }} names of suites
 */
export function groupSuites(kind, count, isWanted) {
  const wanted = suitesOf(kind).filter(({ name }) => isWanted(name))
  const groups = Array.from({ length: count }, () => ({ weight: 0, names: [] }))
  const together = wanted.filter(({ name }) => !ALONE.includes(name)).sort((one, other) => other.weight - one.weight)
  for (const { name, weight } of together) {
    const lightest = groups.reduce((least, group) => (group.weight < least.weight ? group : least))
    lightest.names.push(name)
    lightest.weight += weight
  }
  return {
    groups: groups.map(({ names }) => names).filter((names) => names.length > 0),
    alone: wanted.map(({ name }) => name).filter((name) => ALONE.includes(name)),
  }
}
