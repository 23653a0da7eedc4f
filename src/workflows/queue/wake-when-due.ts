import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import { pumpLater } from "./pump"
import { reasonOf } from "./reason-of"

/** A retry is waited for in the process; one further away is the sweep's. */
export const LONGEST_TIMER_MS = 60_000
const LEAST_TIMER_MS = 250

/** Sets a timer for the next retry in a queue, so that it need not wait for the sweep. @param at null: none waits */
export async function wakeWhenDue(
  container: MedusaContainer,
  { queue, at }: { queue: string; at: Date | null },
  wake: () => Promise<void>
): Promise<void> {
  const wait = at && Math.max(at.getTime() - (await container.resolve(POS_MODULE).now()).getTime(), LEAST_TIMER_MS)
  pumpLater(queue, wait && wait <= LONGEST_TIMER_MS ? wait : undefined, () => {
    wake().catch((error: unknown) => {
      // The sweep comes for it within a minute.
      container.resolve(ContainerRegistrationKeys.LOGGER).warn(`pos: ${queue} could not be woken: ${reasonOf(error)}`)
    })
  })
}
