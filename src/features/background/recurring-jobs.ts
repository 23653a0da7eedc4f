import type { MedusaContainer } from "@medusajs/framework/types"
import { randomUUID } from "node:crypto"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { createClaim } from "../../modules/pos/queue-policies"
import { withHeartbeat } from "../../runtime/claims"
import { findDueWork, eachConnection } from "../../runtime/due-work"
import { getErrorMessage } from "../../runtime/errors"
import { nextAttemptAt } from "../../runtime/retry"
import {
  addUnits,
  type CalendarUnit,
  claimUnit,
  recordJobSuccess,
  latestTime,
  noteScheduled,
  readFailures,
  renewUnit,
  SWEEP_JOB,
  type TimeOfDay,
  toCron,
  unitFailed,
  unitSucceeded,
} from "../../runtime/scheduler"
import { drainStoreWrites } from "../../runtime/store-write-drain"
import { runInBackground, withinBudget } from "../../runtime/workers"
import { sendDigests } from "../digest"
import { readDueFinance, syncFinance } from "../finance"
import { markLiveGiftCards } from "../gift-cards"
import { publishOrderEvents } from "../sales"
import { posReconcileFinancesWorkflow } from "../reconciliation"
import { compactLedger, prune } from "../retention"
import { catchUp, checkReachability } from "../connection"
import { checkAlerts } from "../monitoring"
import { posReconcileStockWorkflow, STOCK_COMPARISON_TIME } from "../stock"
import { findRunning } from "../../runtime/due-queues"
import { resumeRuns, KINDS_IN_PIECES } from "./resume-runs"
import { auditInTurns, drainDueOutboxes, drainDueQueues } from "./sweep"
import { sweepChanges } from "./sweep-changes"

/** A job that repeats at an interval and that the plugin depends on to lose nothing. */
export type RecurringJob = {
  name: string
  /** when Medusa's scheduler runs it, as a cron expression */
  schedule: string
  /** seconds without a run after which a worker's own scheduler runs it */
  restSeconds: number
  perform: (container: MedusaContainer) => Promise<void>
}

const EVERY_MINUTE = "* * * * *"

/**
 * Jobs that keep the store and the POS in sync when an event, a scheduler or a process is lost. Medusa's scheduler runs
 * each as a job, by a file of `src/jobs`. Each worker's fallback scheduler runs those that it has missed.
 */
export const RECURRING_JOBS = {
  /**
   * Drains queues that no event woke a worker for and publishes events that no process published: after a crash, or
   * when a retry is due.
   */
  sweep: {
    name: SWEEP_JOB,
    schedule: EVERY_MINUTE,
    restSeconds: 15,
    perform: async (container) => {
      runInBackground(container, "publishing order events", publishOrderEvents(container))
      runInBackground(container, "writing to the store by Medusa's services", drainStoreWrites(container))
      await drainDueQueues(container)
    },
  },
  /** Resumes backfills and reconciliations that a restart or an outage of the POS has interrupted. */
  resumeRuns: {
    name: "resume-runs",
    schedule: EVERY_MINUTE,
    restSeconds: 30,
    perform: async (container) => {
      const running = await findDueWork(container, async (sql) => findRunning(sql, KINDS_IN_PIECES))
      await eachConnection(container, "carrying on the runs", async ({ id }) => resumeRuns(container, id), running)
    },
  },
  /** Finds changes in the store that no event reported: by their time of change, and in turns by comparing content. */
  findChanges: {
    name: "find-changes",
    schedule: EVERY_MINUTE,
    restSeconds: 75,
    perform: async (container) => {
      await sweepChanges(container)
      await drainDueOutboxes(container)
      await auditInTurns(container)
    },
  },
  /** Detects within seconds that the POS does not answer, and that it answers again. */
  checkReachability: { name: "check-reachability", schedule: EVERY_MINUTE, restSeconds: 8, perform: checkReachability },
  /** Checks the subscription and fetches purchases that no notification reported. */
  catchUp: {
    name: "catch-up",
    schedule: "*/5 * * * *",
    restSeconds: 6 * 60,
    perform: async (container) => {
      await eachConnection(container, "looking after", async ({ id }) => catchUp(container, id))
    },
  },
  /** Syncs receipts' payments, gift cards and accounts. The options set the interval of each. */
  finance: {
    name: "finance",
    schedule: EVERY_MINUTE,
    restSeconds: 90,
    perform: async (container) => {
      const due = await readDueFinance(container)
      await eachConnection(container, "finance", async (connection) => syncFinance(container, connection), due)
    },
  },
  /** Checks for work that is stuck or wrong, and reports alerts that begin and end. */
  watchdog: { name: "watchdog", schedule: EVERY_MINUTE, restSeconds: 75, perform: checkAlerts },
  /** Sends the daily digest to each recipient once its hour has come. */
  digest: { name: "digest", schedule: EVERY_MINUTE, restSeconds: 75, perform: sendDigests },
} as const satisfies Record<string, RecurringJob>

/** A job that runs at a time of the day or the hour: once, or once for each active connection. */
type CalendarJob = { name: string; time: TimeOfDay } & (
  | { kind: "once"; perform: (container: MedusaContainer) => Promise<void> }
  | { kind: "each-connection"; perform: (container: MedusaContainer, connection: ConnectionRecord) => Promise<void> }
)

/**
 * Jobs with a time of day (UTC). Medusa's scheduler and each worker's fallback scheduler call them. Both run only what
 * is due and not yet started, so a time at which no process ran is made up for.
 */
export const CALENDAR_JOBS = {
  /** Deletes records that are older than the option `retention` allows. */
  prune: { name: "prune", time: { hour: null, minute: 17 }, kind: "once", perform: prune },
  /** Marks live gift cards to be read again, as many as the option giftCards.nightlyBudget allows. */
  giftCardsNightly: {
    name: "gift-cards-nightly",
    time: { hour: 2, minute: 17 },
    kind: "once",
    perform: markLiveGiftCards,
  },
  /** Compares the stock levels of both sides. */
  reconcileStock: {
    name: "reconcile-stock",
    time: STOCK_COMPARISON_TIME,
    kind: "each-connection",
    perform: async (container, { id, stock_sync, inventories }) => {
      if (stock_sync !== "off" && inventories !== null) {
        await posReconcileStockWorkflow(container).run({ input: { connection_id: id, reason: "scheduled" } })
      }
    },
  },
  /** Reconciles receipts, orders, purchases and payouts. */
  reconcileFinances: {
    name: "reconcile-finances",
    time: { hour: 3, minute: 11 },
    kind: "each-connection",
    perform: async (container, { id }) => {
      await posReconcileFinancesWorkflow(container).run({ input: { connection_id: id } })
    },
  },
  /** Compacts the months of the stock ledger that are older than the option `retention.ledgerMonths` says. */
  compactLedger: { name: "compact-ledger", time: { hour: 3, minute: 47 }, kind: "once", perform: compactLedger },
} as const satisfies Record<string, CalendarJob>

/** Returns what Medusa's scheduler needs to know of a job. */
export const getJobConfig = (job: RecurringJob | CalendarJob): { name: string; schedule: string } => ({
  name: `pos-${job.name}`,
  schedule: "schedule" in job ? job.schedule : toCron(job.time),
})

/** Runs a recurring job and records that it succeeded. */
export async function runRecurringJob(container: MedusaContainer, job: RecurringJob): Promise<void> {
  await job.perform(container)
  await container.resolve(POS_MODULE).query((sql, now) => recordJobSuccess(sql, job.name, now))
}

/**
 * Wraps a recurring job as a scheduled job of Medusa. It records the call, so that a scheduler that stops is noticed,
 * and bounds the time that it waits.
 */
export function asJob(job: RecurringJob): (container: MedusaContainer) => Promise<void> {
  return async (container) => {
    await container.resolve(POS_MODULE).query((sql, now) => noteScheduled(sql, job.name, now))
    await withinBudget(container, job.name, runRecurringJob(container, job))
  }
}

type Unit = CalendarUnit & { run: () => Promise<void> }

/** The job itself, or one unit of it for each connection. */
async function getUnits(container: MedusaContainer, job: CalendarJob, now: Date): Promise<Unit[]> {
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
 * Runs the due units of jobs with a time of day. A time at which no process ran is made up for, a failed unit is tried
 * again, and each unit is run by one process.
 * @param isTime a scheduler calls at the job's time, so a unit that has never run is due
 */
export async function doDueJobs(container: MedusaContainer, jobs: CalendarJob[], isTime: boolean): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const now = await pos.now()
  const units = (await Promise.all(jobs.map(async (job) => getUnits(container, job, now)))).flat()
  await pos.query((sql) => addUnits(sql, units, now, isTime))
  const token = randomUUID()
  for (;;) {
    const name = await pos.query((sql, at) => claimUnit(sql, units, createClaim("leases", token, at)))
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
    await withHeartbeat(
      container,
      { queue: "leases", what, renew: async (sql, until) => renewUnit(sql, name, token, until) },
      unit.run
    )
    await pos.query((sql, now) => unitSucceeded(sql, unit, token, now))
  } catch (error) {
    const failure = getErrorMessage(error)
    container.resolve(ContainerRegistrationKeys.LOGGER).error(`pos: the job ${name} failed: ${failure}`)
    const failures = (await pos.query((sql) => readFailures(sql, name))) + 1
    const nextAttempt = nextAttemptAt("leases", await pos.now(), failures)
    await pos.query((sql) => unitFailed(sql, { name, token, failure, nextAttemptAt: nextAttempt }))
  }
}

/**
 * Wraps a job with a time of day as a scheduled job of Medusa. It runs what is due and bounds the time that it waits.
 */
export function asCalendarJob(job: CalendarJob): (container: MedusaContainer) => Promise<void> {
  return async (container) => withinBudget(container, job.name, doDueJobs(container, [job], true))
}

/** Runs the units of all jobs with a time of day that Medusa's scheduler has missed. */
export const doMissedJobs = async (container: MedusaContainer): Promise<void> =>
  doDueJobs(container, Object.values(CALENDAR_JOBS), false)
