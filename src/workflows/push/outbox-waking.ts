import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import { nextProductAttempt } from "../../modules/pos/queries/product-counts"
import { pumpLater } from "../pump"
import { reasonOf } from "../reason-of"

/** A burst of changes is let to end, which this much quiet tells, so that it becomes one call. */
const QUIET_MS = 150

/** The longest that a burst may hold back its first change. */
const LONGEST_MS = 3_000

/** A retry is waited for in the process; one further away is the sweep's. */
const LONGEST_TIMER_MS = 60_000
const LEAST_TIMER_MS = 250

const bursts = new Map<string, { first: number; last: number }>()

/** Notes that something of a connection has become due. */
export function noteWake(connectionId: string): void {
  const now = performance.now()
  bursts.set(connectionId, { first: bursts.get(connectionId)?.first ?? now, last: now })
}

/** Waits until no wake-up has come for a moment. */
export async function untilQuiet(connectionId: string): Promise<void> {
  for (;;) {
    const burst = bursts.get(connectionId)
    const now = performance.now()
    const wait = burst ? Math.min(burst.last + QUIET_MS, burst.first + LONGEST_MS) - now : 0
    if (wait <= 0) {
      bursts.delete(connectionId)
      return
    }
    await sleep(wait)
  }
}

/** Sets a timer for the next retry of a connection's products, so that it need not wait for the sweep. */
export async function wakeWhenDue(
  container: MedusaContainer,
  connectionId: string,
  wake: () => Promise<void>
): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const next = await pos.query((sql) => nextProductAttempt(sql, connectionId))
  const { circuit_open_until: closedUntil } = await pos.findConnection(connectionId)
  const at = next && Math.max(next.getTime(), closedUntil?.getTime() ?? 0)
  const wait = at && Math.max(at - (await pos.now()).getTime(), LEAST_TIMER_MS)
  pumpLater(`outbox:${connectionId}`, wait && wait <= LONGEST_TIMER_MS ? wait : undefined, () => {
    wake().catch((error: unknown) => {
      // The sweep comes for it within a minute.
      container.resolve(ContainerRegistrationKeys.LOGGER).warn(`pos: the outbox could not be woken: ${reasonOf(error)}`)
    })
  })
}
