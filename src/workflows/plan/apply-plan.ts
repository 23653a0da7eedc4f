import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { POS_EVENTS } from "../events"
import { startRun } from "../push/start-run"
import { wakeFor } from "../queue/wake-for"
import { applyEntries } from "./apply-entries"
import { checkPlan } from "./check-plan"
import { PlanNotDraftError } from "./plan-errors"

export const posApplyPlanStep = createStep("pos-apply-plan", async (planId: string, { container }) => {
  const pos = container.resolve(POS_MODULE)
  const plan = await pos.retrievePosPlan(planId)
  if (plan.state !== "draft") {
    throw new PlanNotDraftError(planId, plan.state)
  }
  await checkPlan(container, plan)
  const applied = await applyEntries(container, plan)
  await pos.updatePosPlans({ id: planId, state: "applied", applied_at: await pos.now() })
  await pos.updatePosConnections({ id: plan.connection_id, push_held: false })
  return new StepResponse({ ...(await startRun(container, plan.connection_id)), applied })
})

/** Applies a plan: links, creates and leaves out what it says, and starts the run that brings the counter in line. */
export const posApplyPlanWorkflow = createWorkflow("pos-apply-plan", (planId: string) => {
  const applied = posApplyPlanStep(planId)
  wakeFor(applied, POS_EVENTS.outboxDue)
  return new WorkflowResponse(applied)
})
