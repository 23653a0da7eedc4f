import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { LEFT_OPEN_REASONS } from "../../contract/stock"
import { POS_MODULE } from "../../modules/pos"
import { replacedJson } from "../../modules/pos/database/json-text"
import { wakeFor } from "../../runtime/queue"
import { POS_EVENTS } from "../../runtime/events"
import type { TimeOfDay } from "../../runtime/scheduler"

/**
 * Why levels are compared: on schedule, by hand, because notifications were lost, because the POS's movements are
 * followed again (`policy-changed`), or because a person fetches again (`fetch`). After a change of policy every
 * difference is shown, no matter which side moved meanwhile. A fetch corrects nothing by policy.
 */
const REASONS = ["scheduled", "by-hand", "subscription-lost", "policy-changed", "fetch"] as const
export type ReconcileReason = (typeof REASONS)[number]

/** When the levels of both sides are compared every day (UTC). */
export const STOCK_COMPARISON_TIME: TimeOfDay = { hour: 2, minute: 41 }

/** Details of a run that compares levels. */
export const reconciliationSchema = z.object({
  reason: z.enum(REASONS),
  /** how often it was requested while it was in progress; each request starts its checks again */
  repeats: z.number().default(0),
  looked_at: z.string().nullish(),
  looks: z.number().default(0),
  compared: z.number().nullish(),
  differing: z.number().nullish(),
  corrected: z.number().default(0),
  /** number of variants that the last check could not compare, by reason */
  not_compared: z.partialRecord(z.enum(LEFT_OPEN_REASONS), z.number()).default({}),
})

/**
 * Creates a run that compares levels. A run in progress starts its checks again, because the levels that it has read are
 * older than the request, and a run that has used up its checks would settle nothing; it keeps the more serious reason.
 * @returns the run's ID
 */
export async function requestReconciliation(
  container: MedusaContainer,
  connectionId: string,
  reason: ReconcileReason
): Promise<string> {
  const pos = container.resolve(POS_MODULE)
  const [running] = await pos.listPosRuns({ connection_id: connectionId, kind: "reconcile", state: "running" })
  const isGrave = reason === "subscription-lost" || reason === "policy-changed"
  if (running) {
    const { reason: former, repeats, corrected } = reconciliationSchema.parse(running.details)
    const details = { reason: isGrave ? reason : former, repeats: repeats + 1, corrected }
    await pos.updatePosRuns({ id: running.id, details: replacedJson(details) })
    return running.id
  }
  return (await pos.createPosRuns({ connection_id: connectionId, kind: "reconcile", details: { reason } })).id
}

export type ReconcileStockInput = { connection_id: string; reason: ReconcileReason }

export const posRequestReconciliationStep = createStep(
  "pos-request-reconciliation",
  async ({ connection_id, reason }: ReconcileStockInput, { container }) => {
    await container.resolve(POS_MODULE).findConnection(connection_id)
    return new StepResponse({ run_id: await requestReconciliation(container, connection_id, reason) })
  }
)

/** Creates a run that compares the levels of both sides, and wakes its worker. */
export const posReconcileStockWorkflow = createWorkflow("pos-reconcile-stock", (input: ReconcileStockInput) => {
  const requested = posRequestReconciliationStep(input)
  wakeFor(input, POS_EVENTS.runDue)
  return new WorkflowResponse(requested)
})
