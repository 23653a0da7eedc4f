import { MedusaError } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { emitEventStep } from "@medusajs/medusa/core-flows"
import { POS_MODULE } from "../../modules/pos"
import { decidePlanEntries } from "../../modules/pos/queries/catalogue/plans"
import { POS_EVENTS } from "../events"
import { startRun } from "../push/start-run"
import { applyEntries } from "./apply-entries"
import { makePlan, readUnlinkedCounterProducts } from "./make-plan"
import type { PlanDecision } from "../../vocabulary/plan"

/** A plan that was applied or discarded can no longer be changed. */
export class PlanNotDraftError extends MedusaError {
  constructor(planId: string, state: string) {
    super(MedusaError.Types.NOT_ALLOWED, `The plan ${planId} is ${state}. Make a new one.`)
  }
}

export const posMakePlanStep = createStep("pos-make-plan", async (connectionId: string, { container }) => {
  const counter = await readUnlinkedCounterProducts(container, connectionId)
  const plan = await makePlan(container, connectionId, counter)
  return new StepResponse({ plan_id: plan.id })
})

/** Makes a plan for a connection and holds its push until the plan is applied. */
export const posMakePlanWorkflow = createWorkflow("pos-make-plan", (connectionId: string) => {
  return new WorkflowResponse(posMakePlanStep(connectionId))
})

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
    const changed = await pos.query((sql) => decidePlanEntries(sql, plan_id, entries))
    return new StepResponse({ changed: changed.length })
  }
)

/** Keeps the merchant's word on entries of a plan. */
export const posDecidePlanWorkflow = createWorkflow("pos-decide-plan", (input: DecidePlanInput) => {
  return new WorkflowResponse(posDecidePlanStep(input))
})

export const posApplyPlanStep = createStep("pos-apply-plan", async (planId: string, { container }) => {
  const pos = container.resolve(POS_MODULE)
  const plan = await pos.retrievePosPlan(planId)
  if (plan.state !== "draft") {
    throw new PlanNotDraftError(planId, plan.state)
  }
  const applied = await applyEntries(container, plan)
  await pos.updatePosPlans({ id: planId, state: "applied", applied_at: await pos.now() })
  await pos.updatePosConnections({ id: plan.connection_id, push_held: false })
  return new StepResponse({ ...(await startRun(container, plan.connection_id)), applied })
})

/** Applies a plan: links, creates and leaves out what it says, and starts the run that brings the counter in line. */
export const posApplyPlanWorkflow = createWorkflow("pos-apply-plan", (planId: string) => {
  const applied = posApplyPlanStep(planId)
  emitEventStep({
    eventName: POS_EVENTS.outboxDue,
    data: transform({ applied }, (data) => ({ connection_id: data.applied.connection_id })),
  })
  return new WorkflowResponse(applied)
})
