import { container as store } from "@medusajs/framework"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createOwnIndexes } from "../../medusa/indexes"
import { POS_MODULE } from "../../modules/pos"
import type { ApplicationPart } from "../../modules/pos/lifecycle-hooks"
import { withLease } from "../../runtime/claims"
import { getErrorMessage } from "../../runtime/errors"
import { claimMissedJob } from "../../runtime/scheduler"
import { registerInboxHandlers } from "../../runtime/inbox-handlers"
import { knownTablesPart } from "../../runtime/schema-compatibility"
import { registerStoreWriteHandler } from "../../runtime/store-write-drain"
import { wakeInboxSoonPart } from "../../runtime/store-notification"
import { countRejectionsPart } from "../../runtime/webhook-rejections"
import { runInBackground, shutdownWorkers } from "../../runtime/workers"
import { keepCheckingReachability } from "../connection"
import { keepCountsPart, observeGaugesPart } from "../monitoring"
import { eraseWriteHandler } from "../retention"
import { knownProvidersPart, labelPosOrdersPart, orderWriteHandler, refundWriteHandler } from "../sales"
import { stockWriteHandler } from "../stock"
import { INBOX_HANDLERS } from "./inbox-handlers"
import { doMissedJobs } from "./calendar-jobs"
import { findMissedJobs, look, RECURRING_JOBS } from "./recurring-jobs"

/** Milliseconds between two turns of the fallback scheduler. The jitter spreads processes that were started together. */
const TURN_INTERVAL_MS = 5_000
const JITTER_MS = 2_000

/** Milliseconds between two looks for what is due, and the same in a store without connections. */
const LOOK_INTERVAL_MS = 15_000
const UNCONNECTED_INTERVAL_MS = 60_000

/** Milliseconds to wait for running work at shutdown. Other processes take over the rest when its leases expire. */
const LONGEST_END_MS = 10_000

let isConnected = true

/** Returns the milliseconds between two looks, as of the last one. */
export const getLookInterval = (): number => (isConnected ? LOOK_INTERVAL_MS : UNCONNECTED_INTERVAL_MS)

/**
 * Runs the recurring jobs that are overdue. Medusa keeps the times of its jobs in Redis and writes them there only at
 * boot, so after Redis loses its data no process runs any job. Each worker therefore has a fallback scheduler; the
 * database decides which process runs a job. When nothing is overdue, this is one statement that writes nothing.
 */
export async function runMissedJobs(container: MedusaContainer): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const due = await look(container)
  isConnected = due.isConnected
  const missed = findMissedJobs(Object.values(RECURRING_JOBS), due, await pos.now())
  const taken = new Set(missed.length > 0 ? await pos.query((sql, now) => claimMissedJob(sql, missed, now)) : [])
  await Promise.all([
    ...missed.filter(({ name }) => taken.has(name)).map(async (job) => job.perform(container)),
    due.isCalendarDue ? doMissedJobs(container) : undefined,
  ])
}

/** True in processes that do background work; a server process leaves it to workers. */
function isWorker(container: MedusaContainer): boolean {
  return container.resolve(ContainerRegistrationKeys.CONFIG_MODULE).projectConfig.workerMode !== "server"
}

let timer: NodeJS.Timeout | undefined
let lookedAt = -Infinity

async function takeTurn(): Promise<void> {
  try {
    if (!isWorker(store) || !(await store.resolve(POS_MODULE).getOptions()).ownClock) {
      return
    }
    const isLookDue = performance.now() - lookedAt >= getLookInterval()
    if (isLookDue) {
      lookedAt = performance.now()
    }
    await Promise.all([keepCheckingReachability(store), isLookDue ? runMissedJobs(store) : undefined])
  } catch (error) {
    // The database may be unavailable for a moment; the next turn follows within seconds.
    lookedAt = -Infinity
    store
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`pos: what is overdue was not started: ${getErrorMessage(error)}`)
  }
}

/** The fallback scheduler of a worker. */
const ownClockPart: ApplicationPart = {
  name: "own-clock",
  start() {
    clearInterval(timer)
    isConnected = true
    lookedAt = -Infinity
    // The turns do not wait for each other: a job may take minutes, and the others must not wait for it.
    timer = setInterval(() => void takeTurn(), TURN_INTERVAL_MS + Math.random() * JITTER_MS).unref()
  },
  async end() {
    clearInterval(timer)
    const patience = new Promise<void>((resolve) => setTimeout(resolve, LONGEST_END_MS).unref())
    await Promise.race([shutdownWorkers(), patience])
  },
}

/** Creates the plugin's indexes on Medusa's tables. */
const changeIndexesPart: ApplicationPart = {
  name: "change-indexes",
  start() {
    const pos = store.resolve(POS_MODULE)
    const made = withLease(store, "change-indexes", async () => pos.query(createOwnIndexes))
    runInBackground(
      store,
      "making indexes",
      made.then(() => undefined)
    )
  },
  async end() {},
}

/** Says which feature handles which inbox entry, and which write to the store. */
const inboxHandlersPart: ApplicationPart = {
  name: "inbox-handlers",
  start() {
    registerInboxHandlers(INBOX_HANDLERS)
    registerStoreWriteHandler("order", orderWriteHandler)
    registerStoreWriteHandler("refund", refundWriteHandler)
    registerStoreWriteHandler("stock", stockWriteHandler)
    registerStoreWriteHandler("erase", eraseWriteHandler)
  },
  async end() {},
}

/** All parts of the application that run beside requests, in the order in which they start. */
export const APPLICATION_PARTS: ApplicationPart[] = [
  inboxHandlersPart,
  knownTablesPart,
  knownProvidersPart,
  changeIndexesPart,
  labelPosOrdersPart,
  keepCountsPart,
  observeGaugesPart,
  countRejectionsPart,
  wakeInboxSoonPart,
  ownClockPart,
]
