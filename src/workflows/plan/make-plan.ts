import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { draftPlan, readUnlinkedIdentities } from "./draft-plan"

export const posMakePlanStep = createStep("pos-make-plan", async (connectionId: string, { container }) => {
  const counter = await readUnlinkedIdentities(container, connectionId)
  const plan = await draftPlan(container, connectionId, counter)
  return new StepResponse({ plan_id: plan.id })
})

/** Makes a plan for a connection and holds its push until the plan is applied. */
export const posMakePlanWorkflow = createWorkflow("pos-make-plan", (connectionId: string) => {
  return new WorkflowResponse(posMakePlanStep(connectionId))
})
