import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { transform, type WorkflowData } from "@medusajs/framework/workflows-sdk"
import { emitEventStep } from "@medusajs/medusa/core-flows"
import type { TableArea } from "../medusa/schema-probe"
import { POS_MODULE } from "../modules/pos"
import type { POS_EVENTS } from "./events"
import { isSchemaError, getErrorMessage } from "./errors"
import { getTableAccess, probeAgain } from "./schema-compatibility"
import { runSingleFlight, drainLater } from "./workers"

/** One queue of one connection, by its name. */
export type Draining = {
  queue: string
  /** the tables that it writes; null: it checks them for each piece of its work */
  area: TableArea | null
  /** Handles what is due. @returns when the next piece is due; null: none waits */
  drain: () => Promise<Date | null>
  /** starts the drain again when the next piece is due */
  wake: () => Promise<void>
}

/**
 * Drains a queue that writes to the store or sends its changes. One drain runs at a time in this process, and again
 * when the next piece is due. It does not run while its area is paused.
 */
export async function drainQueue(container: MedusaContainer, { queue, area, drain, wake }: Draining): Promise<void> {
  await runSingleFlight(queue, async () => {
    if (area === null || (await getTableAccess(container, area)) !== "paused") {
      await wakeWhenDue(container, { queue, at: await probingAfterMisfit(drain) }, wake)
    }
  })
}

/** Causes Medusa's tables to be probed again after an error that a changed table may have caused. */
async function probingAfterMisfit<Result>(drain: () => Promise<Result>): Promise<Result> {
  try {
    return await drain()
  } catch (error) {
    if (isSchemaError(error)) {
      probeAgain()
    }
    throw error
  }
}

/** Milliseconds up to which the process waits for a retry with a timer. The sweep handles later retries. */
export const LONGEST_TIMER_MS = 60_000
const LEAST_TIMER_MS = 250

/** Sets a timer for the next retry in a queue, so that it need not wait for the sweep. @param at null: none waits */
async function wakeWhenDue(
  container: MedusaContainer,
  { queue, at }: { queue: string; at: Date | null },
  wake: () => Promise<void>
): Promise<void> {
  const wait = at && Math.max(at.getTime() - (await container.resolve(POS_MODULE).now()).getTime(), LEAST_TIMER_MS)
  drainLater(queue, wait && wait <= LONGEST_TIMER_MS ? wait : undefined, () => {
    wake().catch((error: unknown) => {
      // The sweep handles it within a minute.
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(`pos: ${queue} could not be woken: ${getErrorMessage(error)}`)
    })
  })
}

type Due = (typeof POS_EVENTS)["inboxReceived" | "outboxDue" | "runDue"]

/**
 * Emits events from a workflow that wake the workers for a connection's due work, once the whole workflow has
 * completed.
 */
export function wakeFor(
  of: { connection_id: string } | WorkflowData<{ connection_id: string }>,
  ...events: [Due, ...Due[]]
): void {
  const data = transform({ of }, ({ of: { connection_id } }) => ({ connection_id }))
  for (const eventName of events) {
    // Medusa finds a step by a path whose parts are joined by dots.
    emitEventStep({ eventName, data }).config({ name: `wake-${eventName.replaceAll(".", "-")}` })
  }
}
