import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { catchUp } from "./catch-up"

type CatchUpInput = { connection_id: string }

export const posCatchUpStep = createStep("pos-catch-up", async (input: CatchUpInput, { container }) => {
  return new StepResponse(await catchUp(container, input.connection_id))
})

/** A person's check of one connection, beside the scheduled one. */
export const posCatchUpWorkflow = createWorkflow("pos-catch-up", (input: CatchUpInput) => {
  return new WorkflowResponse(posCatchUpStep(input))
})
