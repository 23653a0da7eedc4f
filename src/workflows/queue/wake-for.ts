import { transform, type WorkflowData } from "@medusajs/framework/workflows-sdk"
import { emitEventStep } from "@medusajs/medusa/core-flows"
import type { POS_EVENTS } from "../events"

type Due = (typeof POS_EVENTS)["inboxReceived" | "outboxDue" | "runDue"]

/** In a workflow: wakes who carries on with what a connection has due, as soon as all of the workflow is done. */
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
