import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { lookAfter } from "./catch-up"

type LookAfterInput = { connection_id: string }

export const posLookAfterStep = createStep("pos-look-after", async (input: LookAfterInput, { container }) => {
  return new StepResponse(await lookAfter(container, input.connection_id))
})

/** A person's check of one connection, beside the scheduled one. */
export const posLookAfterWorkflow = createWorkflow("pos-look-after", (input: LookAfterInput) => {
  return new WorkflowResponse(posLookAfterStep(input))
})
