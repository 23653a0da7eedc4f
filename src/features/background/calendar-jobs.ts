import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { createClaim } from "../../modules/pos/queue-policies"
import { withHeartbeat } from "../../runtime/claims"
import { getErrorMessage } from "../../runtime/errors"
import { nextAttemptAt } from "../../runtime/retry"
import {
  addUnits,
  type CalendarUnit,
  claimUnit,
  latestTime,
  readFailures,
  renewUnit,
  type TimeOfDay,
  unitFailed,
  unitSucceeded,
} from "../../runtime/scheduler"
import { withinBudget } from "../../runtime/workers"
import { markLiveGiftCards } from "../gift-cards"
import { posReconcileFinancesWorkflow } from "../reconciliation"
import { compactLedger, prune } from "../retention"
import { posReconcileStockWorkflow, STOCK_COMPARISON_TIME } from "../stock"
import type { CalendarTerm } from "./due-look"

/** A job that runs at a time of the day or the hour: once, or once for each active connection. */
export type CalendarJob = { name: string; time: TimeOfDay } & (
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

/** The jobs with a time of day, as of a moment. */
export const getCalendar = (now: Date): CalendarTerm[] =>
  Object.values(CALENDAR_JOBS).map(({ name, time, kind }) => ({
    name,
    dueSince: latestTime(time, now),
    isOfConnection: kind === "each-connection",
  }))

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
