import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { beforeRest } from "./pump"

/** Changes that come within this time are handled together. */
const GATHER_MS = 25

type Waiting = { ids: Set<string>; done: Promise<void> }

/**
 * Makes of a handler for many ids one that may be called for each: calls of one moment become one. What is waiting when
 * the process ends is lost, as events are; the sweep finds it.
 */
export function coalesce(
  handle: (container: MedusaContainer, ids: string[]) => Promise<void>
): (container: MedusaContainer, ids: string[]) => Promise<void> {
  let waiting: Waiting | null = null
  return async (container, ids) => {
    if (waiting === null) {
      const collected = new Set<string>()
      const done = beforeRest(
        sleep(GATHER_MS).then(async () => {
          waiting = null
          await handle(container, [...collected])
        })
      )
      waiting = { ids: collected, done }
    }
    ids.forEach((id) => waiting?.ids.add(id))
    return waiting.done
  }
}
