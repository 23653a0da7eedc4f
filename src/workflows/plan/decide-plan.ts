import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { decidePlanEntries } from "../../modules/pos/queries/catalogue/plans"
import type { PlanDecision } from "../../vocabulary/plan"
import { checkDecisions } from "./check-plan"
import { PlanNotDraftError } from "./plan-errors"

export type DecidePlanInput = {
  plan_id: string
  entries: { id: string; action: PlanDecision; product_uuid?: string | undefined }[]
}

export const posDecidePlanStep = createStep(
  "pos-decide-plan",
  async ({ plan_id, entries }: DecidePlanInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const plan = await pos.retrievePosPlan(plan_id)
    if (plan.state !== "draft") {
      throw new PlanNotDraftError(plan_id, plan.state)
    }
    await checkDecisions(container, plan, entries)
    const changed = await pos.query((sql) => decidePlanEntries(sql, plan_id, entries))
    return new StepResponse({ changed: changed.length })
  }
)

/** Keeps the merchant's word on entries of a plan. */
export const posDecidePlanWorkflow = createWorkflow("pos-decide-plan", (input: DecidePlanInput) => {
  return new WorkflowResponse(posDecidePlanStep(input))
})
