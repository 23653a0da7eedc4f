import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_EVENTS } from "../events"
import { wakeFor } from "../queue/wake-for"
import { requestMoneyCheck } from "./money-run"

export type CheckMoneyInput = { connection_id: string }

export const posRequestMoneyCheckStep = createStep(
  "pos-request-money-check",
  async ({ connection_id }: CheckMoneyInput, { container }) =>
    new StepResponse({ run_id: await requestMoneyCheck(container, connection_id) })
)

/** Opens a run that compares money, and wakes who carries it on. */
export const posCheckMoneyWorkflow = createWorkflow("pos-check-money", (input: CheckMoneyInput) => {
  const requested = posRequestMoneyCheckStep(input)
  wakeFor(input, POS_EVENTS.runDue)
  return new WorkflowResponse(requested)
})
