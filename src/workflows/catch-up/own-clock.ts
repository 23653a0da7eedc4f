import { container as shop } from "@medusajs/framework"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import type { ApplicationPart } from "../../modules/pos/application-parts"
import { takeRested } from "../../modules/pos/queries/queue/duties"
import { restPumps } from "../queue/pump"
import { reasonOf } from "../queue/reason-of"
import { doMissedJobs } from "./calendar-jobs"
import { DUTIES, performDuty } from "./duties"

/** Processes that were started together look at different moments. */
const LOOK_EVERY_MS = 5_000
const JITTER_MS = 2_000

/** What is under way when the application ends is waited for so long; the rest is another process's by its leases. */
const LONGEST_END_MS = 10_000

/**
 * Medusa keeps the times of its jobs in Redis, and writes them there at boot only: a Redis that comes back empty calls no
 * job again, in no process. So each worker has a clock of its own, which does what has rested for too long. Who does it
 * is decided in the database.
 */
export async function doRestedDuties(container: MedusaContainer): Promise<void> {
  const duties = Object.values(DUTIES)
  const taken = new Set(await container.resolve(POS_MODULE).query((sql, now) => takeRested(sql, duties, now)))
  await Promise.all([
    ...duties.filter(({ name }) => taken.has(name)).map(async (duty) => performDuty(container, duty)),
    doMissedJobs(container),
  ])
}

/** True in processes that do background work; a server's workers do it for it. */
function isWorker(container: MedusaContainer): boolean {
  return container.resolve(ContainerRegistrationKeys.CONFIG_MODULE).projectConfig.workerMode !== "server"
}

let timer: NodeJS.Timeout | undefined

async function look(): Promise<void> {
  try {
    if (isWorker(shop) && (await shop.resolve(POS_MODULE).getOptions()).ownClock) {
      await doRestedDuties(shop)
    }
  } catch (error) {
    // The database may be away for a moment; the next look comes in seconds.
    shop.resolve(ContainerRegistrationKeys.LOGGER).warn(`pos: what is overdue was not begun: ${reasonOf(error)}`)
  }
}

/** The clock of a worker. */
export const ownClockPart: ApplicationPart = {
  name: "own-clock",
  start() {
    clearInterval(timer)
    // Not one look after another: a duty may take minutes, and others must not wait for it.
    timer = setInterval(() => void look(), LOOK_EVERY_MS + Math.random() * JITTER_MS).unref()
  },
  async end() {
    clearInterval(timer)
    const patience = new Promise<void>((resolve) => setTimeout(resolve, LONGEST_END_MS).unref())
    await Promise.race([restPumps(), patience])
  },
}
