import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { POS_EVENTS } from "../events"
import { wakeFor } from "../queue/wake-for"
import { type ReconcileReason, requestReconciliation } from "./request-reconciliation"

export type ReconcileStockInput = { connection_id: string; reason: ReconcileReason }

export const posRequestReconciliationStep = createStep(
  "pos-request-reconciliation",
  async ({ connection_id, reason }: ReconcileStockInput, { container }) => {
    await container.resolve(POS_MODULE).findConnection(connection_id)
    return new StepResponse({ run_id: await requestReconciliation(container, connection_id, reason) })
  }
)

/** Opens a run that compares the levels of both sides, and wakes who carries it on. */
export const posReconcileStockWorkflow = createWorkflow("pos-reconcile-stock", (input: ReconcileStockInput) => {
  const requested = posRequestReconciliationStep(input)
  wakeFor(input, POS_EVENTS.runDue)
  return new WorkflowResponse(requested)
})
