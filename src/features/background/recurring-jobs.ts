import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { eachConnection } from "../../runtime/due-work"
import { noteScheduled, SWEEP_JOB, toCron } from "../../runtime/scheduler"
import { coalesce, withinBudget } from "../../runtime/workers"
import { catchUp, checkReachability } from "../connection"
import { sendDigests } from "../digest"
import { syncFinance } from "../finance"
import { checkAlerts } from "../monitoring"
import { type CalendarJob, getCalendar } from "./calendar-jobs"
import { type DueLook, getDueIds, lookForDue } from "./due-look"
import { resumeRuns } from "./resume-runs"
import { auditInTurns, drainDue, drainDueOutboxes, hasDueQueue } from "./sweep"
import { retryDueImages, sweepChanges } from "./sweep-changes"
import { isUnchanged, type Snapshot } from "../../modules/pos/database/housekeeping"

/**
 * Remembers the last round of a job that found nothing, so that the next rounds can be left out while nothing was
 * committed since. Work that depends on the time, not on a row, is found when the round is repeated after `longestMs`.
 */
export class QuietRounds {
  /** Returns true when nothing was committed between two snapshots; see housekeeping.ts. */
  static isUnchanged = isUnchanged

  private last: { snapshot: Snapshot; at: number } | null = null

  constructor(private readonly longestMs: number) {}

  /** Returns true when a round now would find what the last one found: nothing. */
  isQuiet(snapshot: Snapshot | null): boolean {
    return (
      snapshot !== null &&
      this.last !== null &&
      performance.now() - this.last.at < this.longestMs &&
      QuietRounds.isUnchanged(this.last.snapshot, snapshot)
    )
  }

  /**
   * Records what a round has found.
   * @param snapshot what it could see when it began; null: unknown
   */
  record(snapshot: Snapshot | null, hasFound: boolean): void {
    this.last = snapshot === null || hasFound ? null : { snapshot, at: performance.now() }
  }
}

/** A job that repeats at an interval and that the plugin depends on to lose nothing. */
export type RecurringJob = {
  name: string
  /** when Medusa's scheduler runs it, as a cron expression */
  schedule: string
  /** seconds without a run after which a worker's own scheduler runs it */
  restSeconds: number
  /**
   * returns whether a look has found work for it; a worker's own scheduler then runs it after `restSeconds`, and
   * otherwise only to show that it is alive
   */
  isDue?: (due: DueLook) => boolean
  /** it does nothing in a store without connections */
  needsConnection?: true
  perform: (container: MedusaContainer) => Promise<void>
}

const EVERY_MINUTE = "* * * * *"

const MINUTE_MS = 60_000

/** Some problems begin because time passes: they are noticed so much later in a store in which nothing happens. */
const watchRounds = new QuietRounds(5 * MINUTE_MS)

/** Content that nothing but the tables decides is checked again now and then. */
const auditRounds = new QuietRounds(60 * MINUTE_MS)

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
    isDue: (due) => due.hasOrderEvents || due.hasStoreWrites || due.connections.some(hasDueQueue),
    perform: async (container) => drainDue(container, await look(container)),
  },
  /** Resumes backfills and reconciliations that a restart or an outage of the POS has interrupted. */
  resumeRuns: {
    name: "resume-runs",
    schedule: EVERY_MINUTE,
    restSeconds: 30,
    isDue: (due) => getDueIds(due, "runs").length > 0,
    needsConnection: true,
    perform: async (container) => {
      const running = getDueIds(await look(container), "runs")
      await eachConnection(container, "carrying on the runs", async ({ id }) => resumeRuns(container, id), running)
    },
  },
  /** Finds changes in the store that no event reported: by their time of change, and in turns by comparing content. */
  findChanges: {
    name: "find-changes",
    schedule: EVERY_MINUTE,
    restSeconds: 75,
    needsConnection: true,
    perform: async (container) => {
      const due = await look(container)
      const { snapshot } = due
      const images = getDueIds(due, "images")
      const isChanged = await sweepChanges(container)
      await eachConnection(container, "trying images again", async ({ id }) => retryDueImages(container, id), images)
      if (isChanged || images.length > 0 || getDueIds(due, "outbox").length > 0) {
        await drainDueOutboxes(container)
      }
      if (!auditRounds.isQuiet(snapshot)) {
        auditRounds.record(snapshot, !(await auditInTurns(container)))
      }
    },
  },
  /**
   * Detects within seconds that the POS does not answer, and that it answers again: the process that is called probes
   * again every few seconds. After its death another process follows.
   */
  checkReachability: {
    name: "check-reachability",
    schedule: EVERY_MINUTE,
    restSeconds: 30,
    needsConnection: true,
    perform: checkReachability,
  },
  /** Checks the subscription and fetches purchases that no notification reported. */
  catchUp: {
    name: "catch-up",
    schedule: "*/5 * * * *",
    restSeconds: 6 * 60,
    needsConnection: true,
    perform: async (container) => {
      await eachConnection(container, "looking after", async ({ id }) => catchUp(container, id))
    },
  },
  /** Syncs receipts' payments, gift cards and accounts. The options set the interval of each. */
  finance: {
    name: "finance",
    schedule: EVERY_MINUTE,
    restSeconds: 90,
    needsConnection: true,
    perform: async (container) => {
      const due = getDueIds(await look(container), "finance")
      await eachConnection(container, "finance", async (connection) => syncFinance(container, connection), due)
    },
  },
  /** Checks for work that is stuck or wrong, and reports alerts that begin and end. */
  watchdog: {
    name: "watchdog",
    schedule: EVERY_MINUTE,
    restSeconds: 75,
    needsConnection: true,
    perform: async (container) => {
      const { snapshot, connections } = await look(container)
      if (!watchRounds.isQuiet(snapshot)) {
        watchRounds.record(snapshot, !(await checkAlerts(container)) || connections.length > 0)
      }
    },
  },
  /** Sends the daily digest to each recipient once its hour has come. */
  digest: { name: "digest", schedule: EVERY_MINUTE, restSeconds: 75, needsConnection: true, perform: sendDigests },
} as const satisfies Record<string, RecurringJob>

/** Returns what Medusa's scheduler needs to know of a job. */
export const getJobConfig = (job: RecurringJob | CalendarJob): { name: string; schedule: string } => ({
  name: `pos-${job.name}`,
  schedule: "schedule" in job ? job.schedule : toCron(job.time),
})

/** Finds what is due for all jobs. Jobs that are called together share one look. */
export async function look(container: MedusaContainer): Promise<DueLook> {
  const jobs = Object.values(RECURRING_JOBS).map(({ name }) => name)
  return lookForDue(container, jobs, getCalendar)
}

/**
 * Seconds without a run after which the fallback scheduler runs a job that has nothing due: it shows that a worker is
 * alive, and Medusa's scheduler calls each minute.
 */
const SHOW_ALIVE_SECONDS = 75

/** Returns the jobs that no scheduler has started for as long as they may rest. */
export function findMissedJobs(jobs: RecurringJob[], due: DueLook, now: Date): RecurringJob[] {
  return jobs.filter((job) => {
    const begunAt = due.begun.get(job.name)
    const isIdle = job.isDue !== undefined && !job.isDue(due)
    const restSeconds = isIdle ? Math.max(job.restSeconds, SHOW_ALIVE_SECONDS) : job.restSeconds
    const hasRested = begunAt === undefined || now.getTime() - begunAt.getTime() >= restSeconds * 1_000
    return hasRested && (due.isConnected || !job.needsConnection)
  })
}

/**
 * Medusa's scheduler calls the jobs of a minute together: they are recorded in one statement, which returns whether the
 * store has a connection.
 */
const noteCalls = coalesce(async (container, names) =>
  container.resolve(POS_MODULE).query((sql, now) => noteScheduled(sql, names, now))
)

/**
 * Wraps a recurring job as a scheduled job of Medusa. It records the call, so that a scheduler that stops is noticed,
 * and bounds the time that it waits.
 */
export function asJob(job: RecurringJob): (container: MedusaContainer) => Promise<void> {
  return async (container) => {
    const isConnected = await noteCalls(container, [job.name])
    if (!job.needsConnection || isConnected) {
      await withinBudget(container, job.name, job.perform(container))
    }
  }
}
