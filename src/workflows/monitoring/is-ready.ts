import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { applicationParts } from "../../modules/pos/application-parts"
import { readOldestEntry } from "../../modules/pos/queries/monitoring/read-gauges"

/** Whoever asks, the database is asked once a second at most. */
const KEEP_MS = 1_000

type Readiness = {
  ready: boolean
  oldestSeconds: number | null
  limitSeconds: number
  /** parts of this process that could not be started */
  failedParts: { name: string; reason: string }[]
}

const known = new WeakMap<object, { at: number; readiness: Promise<Readiness> }>()

/** Whether what the service told reaches the shop in time, and all parts of this process run. @throws when the database does not answer */
export function readReadiness(container: MedusaContainer): Promise<Readiness> {
  const pos = container.resolve(POS_MODULE)
  const last = known.get(pos)
  if (last && performance.now() - last.at < KEEP_MS) {
    return last.readiness
  }
  const readiness = look(container)
  known.set(pos, { at: performance.now(), readiness })
  return readiness
}

async function look(container: MedusaContainer): Promise<Readiness> {
  const pos = container.resolve(POS_MODULE)
  const { monitoring } = await pos.getOptions()
  const oldestSeconds = await pos.query((sql, now) => readOldestEntry(sql, now))
  const limitSeconds = monitoring.readyAfterSeconds
  const failedParts = applicationParts().failed
  const isInTime = oldestSeconds === null || oldestSeconds <= limitSeconds
  return { ready: isInTime && failedParts.length === 0, oldestSeconds, limitSeconds, failedParts }
}
