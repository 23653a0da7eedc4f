import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { emitEventStep } from "@medusajs/medusa/core-flows"
import { POS_MODULE } from "../../modules/pos"
import { POS_EVENTS } from "../events"
import { type ReconcileReason, requestReconciliation } from "./reconcile-stock"

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
  emitEventStep({
    eventName: POS_EVENTS.runDue,
    data: transform({ input, requested }, (data) => ({ connection_id: data.input.connection_id })),
  })
  return new WorkflowResponse(requested)
})
