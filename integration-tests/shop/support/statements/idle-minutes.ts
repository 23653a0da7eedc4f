import { randomUUID } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "zod"
import { keepCheckingReachability } from "../../../../src/features/connection/reachability"
import { getLookInterval, runMissedJobs } from "../../../../src/features/background/lifecycle"
import { asJob, QuietRounds, RECURRING_JOBS } from "../../../../src/features/background/recurring-jobs"
import { OWN_WRITE } from "../../../../src/modules/pos/database/housekeeping"
import { sqlOn } from "../../../../src/modules/pos/database/sql-on"
import { shutdownWorkers } from "../../../../src/runtime/workers"
import { systemClock } from "../../../../src/pos-api/clock"

const MINUTE_SECONDS = 60

/** Seconds between two turns of the fallback scheduler. */
const TURN_SECONDS = 5

/** Jobs that Medusa's scheduler calls less often than each minute, in minutes. */
const MINUTES_BETWEEN: Record<string, number> = { "*/5 * * * *": 5 }

/** As if everything in Medusa's tables had been so for a day: what a test has just made was changed since any look. */
export async function ageStore(knex: Knex): Promise<void> {
  const tables = await sqlOn(knex)(
    z.object({ name: z.string() }),
    `SELECT DISTINCT column_of.table_name AS name FROM information_schema.columns AS column_of
     JOIN information_schema.tables AS known USING (table_schema, table_name)
     WHERE column_of.column_name = 'updated_at' AND column_of.table_schema = current_schema()
       AND known.table_type = 'BASE TABLE' AND NOT starts_with(column_of.table_name, 'pos_')`
  )
  for (const { name } of tables) {
    await knex.raw("UPDATE ?? SET updated_at = updated_at - interval '1 day'", [name])
  }
}

/**
 * Returns what the store's process writes beside its housekeeping during some work, by what PostgreSQL answers. A store that
 * writes is not at rest; other databases of the server, which other suites use, are left out of the account meanwhile.
 */
export async function recordWrites(container: MedusaContainer, work: () => Promise<unknown>): Promise<string[]> {
  const knex: Knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const written: string[] = []
  const record = (answer: unknown, { sql }: { sql: string }) => {
    const { success, data } = answerSchema.safeParse(answer)
    if (success && data.command !== "SELECT" && (data.rowCount ?? 0) > 0 && !sql.includes(OWN_WRITE)) {
      written.push(sql)
    }
  }
  const unchanged = jest.spyOn(QuietRounds, "isUnchanged").mockReturnValue(true)
  knex.on("query-response", record)
  try {
    await work()
  } finally {
    knex.off("query-response", record)
    unchanged.mockRestore()
  }
  return written
}

const answerSchema = z.looseObject({ command: z.string(), rowCount: z.number().nullable() })

const HOUR_MS = 3_600_000

/** An hour and a minute (UTC) at which no job with a time of day runs, nor in the minutes after it. */
const QUIET_TIME_MS = 12 * HOUR_MS + 20 * 60_000

/** How much later than it is the clocks of this process say it is; it only grows. */
let passedMs = 24 * HOUR_MS - ((Date.now() - QUIET_TIME_MS) % (24 * HOUR_MS))

/** Runs work with clocks that the work moves forward, so that no row has to be changed. */
async function withMovedClocks(work: (pass: (seconds: number) => void) => Promise<void>): Promise<void> {
  const monotonic = performance.now.bind(performance)
  const clocks = [
    jest.spyOn(systemClock, "now").mockImplementation(() => new Date(Date.now() + passedMs)),
    jest.spyOn(performance, "now").mockImplementation(() => monotonic() + passedMs),
  ]
  try {
    await work((seconds) => {
      passedMs += seconds * 1_000
    })
    // A drain that waits by these clocks would wait for a day by the real ones.
    await shutdownWorkers()
  } finally {
    clocks.forEach((clock) => clock.mockRestore())
  }
}

/**
 * Drives the background work of a process through minutes in which nothing happens, as its two schedulers do: Medusa's
 * calls the jobs at the beginning of a minute, and the fallback scheduler looks as often as it would.
 */
export async function passIdleMinutes(container: MedusaContainer, minutes: number): Promise<void> {
  const jobContainer = await openJobContainer(container)
  await withMovedClocks(async (pass) => {
    let lookedAt = -Infinity
    for (let second = 0; second < minutes * MINUTE_SECONDS; second += TURN_SECONDS) {
      const minute = second / MINUTE_SECONDS
      const called = Object.values(RECURRING_JOBS).filter(
        ({ schedule }) => minute % (MINUTES_BETWEEN[schedule] ?? 1) === 0
      )
      await Promise.all(called.map(async (job) => asJob(job)(jobContainer)))
      await keepCheckingReachability(container)
      if (performance.now() - lookedAt >= getLookInterval()) {
        lookedAt = performance.now()
        await runMissedJobs(container)
      }
      pass(TURN_SECONDS)
    }
  })
}

/** Jobs run in steps of workflows, whose container resolves a module to another object each time. */
async function openJobContainer(container: MedusaContainer): Promise<MedusaContainer> {
  const opened: MedusaContainer[] = []
  const open = createStep(`open-job-container-${randomUUID()}`, async (_input, { container: own }) => {
    opened.push(own)
    return new StepResponse(undefined)
  })
  const workflow = createWorkflow(`open-job-container-${randomUUID()}`, () => {
    open()
  })
  await workflow(container).run()
  const [own] = opened
  if (own === undefined) {
    throw new Error("The workflow did not run its step, so there is no container of a job")
  }
  return own
}
