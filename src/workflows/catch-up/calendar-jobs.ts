import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import {
  addUnits,
  type CalendarUnit,
  claimUnit,
  readFailures,
  renewUnit,
  unitFailed,
  unitSucceeded,
} from "../../modules/pos/queries/queue/calendar-jobs"
import { claimOf } from "../../modules/pos/queue-terms"
import { withinBudget } from "../queue/background"
import { reasonOf } from "../queue/reason-of"
import { nextAttemptAt } from "../queue/retry"
import { whileRenewing } from "../queue/while-renewing"
import { type CalendarJob, CALENDAR_JOBS } from "./duties"
import { latestTime } from "./latest-time"

type Unit = CalendarUnit & { run: () => Promise<void> }

/** The job itself, or one of it for each connection. */
async function unitsOf(container: MedusaContainer, job: CalendarJob, now: Date): Promise<Unit[]> {
  const dueSince = latestTime(job.time, now)
  if (job.kind === "once") {
    return [{ name: job.name, dueSince, run: async () => job.perform(container) }]
  }
  const connections = await container.resolve(POS_MODULE).listPosConnections({ state: "active" }, { take: null })
  return connections.map((connection) => ({
    name: `${job.name}:${connection.id}`,
    dueSince,
    run: async () => job.perform(container, connection),
  }))
}

/**
 * Does what is due of jobs with times of the day: a time that came while no process ran is made up for, one that failed is
 * tried again, and each is done by one process.
 * @param isTime a scheduler calls, so that one that was never done before is due
 */
export async function doDueJobs(container: MedusaContainer, jobs: CalendarJob[], isTime: boolean): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const now = await pos.now()
  const units = (await Promise.all(jobs.map(async (job) => unitsOf(container, job, now)))).flat()
  await pos.query((sql) => addUnits(sql, units, now, isTime))
  const token = randomUUID()
  for (;;) {
    const name = await pos.query((sql, at) => claimUnit(sql, units, claimOf("leases", token, at)))
    const unit = units.find((known) => known.name === name)
    if (!unit) {
      return
    }
    await doUnit(container, unit, token)
  }
}

async function doUnit(container: MedusaContainer, unit: Unit, token: string): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const { name } = unit
  try {
    const what = `the claim of the job ${name}`
    await whileRenewing(
      container,
      { queue: "leases", what, renew: async (sql, until) => renewUnit(sql, name, token, until) },
      unit.run
    )
    await pos.query((sql, now) => unitSucceeded(sql, unit, token, now))
  } catch (error) {
    const failure = reasonOf(error)
    container.resolve(ContainerRegistrationKeys.LOGGER).error(`pos: the job ${name} failed: ${failure}`)
    const failures = (await pos.query((sql) => readFailures(sql, name))) + 1
    const nextAttempt = nextAttemptAt("leases", await pos.now(), failures)
    await pos.query((sql) => unitFailed(sql, { name, token, failure, nextAttemptAt: nextAttempt }))
  }
}

/** A job with times of the day as a scheduled job of Medusa's: what of it is due is done, bounded in time. */
export function asCalendarJob(job: CalendarJob): (container: MedusaContainer) => Promise<void> {
  return async (container) => withinBudget(container, job.name, doDueJobs(container, [job], true))
}

/** Does what Medusa's scheduler has left undone of all jobs with times of the day. */
export const doMissedJobs = async (container: MedusaContainer): Promise<void> =>
  doDueJobs(container, Object.values(CALENDAR_JOBS), false)
