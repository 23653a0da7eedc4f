import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { beforeRest } from "./pump"
import { reasonOf } from "./reason-of"

/** How long a scheduled job may hold its worker; what is not done by then goes on beside it. */
const BUDGET_MS = 30_000

/**
 * Lets work go on beside its caller, who must not wait: a bus that works one event at a time would hold back the shop's
 * own subscribers for as long. What fails is logged, and the sweep finds what it left.
 * @param name what it does, for the log
 */
export function goOnBeside(container: MedusaContainer, name: string, work: Promise<void>): void {
  const watched = work.catch((error: unknown) => {
    container.resolve(ContainerRegistrationKeys.LOGGER).warn(`pos: ${name} is left for the sweep: ${reasonOf(error)}`)
  })
  void beforeRest(watched)
}

/** Waits for work as long as a job may; longer work goes on beside. */
export async function withinBudget(
  container: MedusaContainer,
  name: string,
  work: Promise<void>,
  budgetMs = BUDGET_MS
): Promise<void> {
  const timer = new AbortController()
  const isOver = sleep(budgetMs, true, { signal: timer.signal, ref: false }).catch(() => true)
  const isLeft = await Promise.race([work.then(() => false), isOver])
  timer.abort()
  if (isLeft) {
    goOnBeside(container, name, work)
  }
}
