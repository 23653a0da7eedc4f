import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { MedusaError } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import { refreshRuns, releaseRun } from "../../modules/pos/queries/outbox/runs"
import type { RunAction } from "../../vocabulary/run"
import { POS_EVENTS } from "../events"
import { wakeFor } from "../queue/wake-for"

export type ControlRunInput = { run_id: string; action: RunAction }

/** States from which an action is possible. */
const FROM: Record<ControlRunInput["action"], string[]> = {
  pause: ["running"],
  resume: ["paused"],
  cancel: ["running", "paused"],
}

/** A run that has ended cannot be paused, resumed or cancelled. */
export class RunNotControllableError extends MedusaError {
  constructor(runId: string, action: string, state: string) {
    super(MedusaError.Types.NOT_ALLOWED, `The run ${runId} is ${state}, so it cannot be told to ${action}.`)
  }
}

/**
 * Pauses, resumes or cancels a run. What is under way is finished; what only the run made due waits or is let go, and
 * single edits go on being pushed.
 */
export const posControlRunStep = createStep("pos-control-run", async (input: ControlRunInput, { container }) => {
  const pos = container.resolve(POS_MODULE)
  const run = await pos.retrievePosRun(input.run_id)
  if (!FROM[input.action].includes(run.state)) {
    throw new RunNotControllableError(run.id, input.action, run.state)
  }
  const now = await pos.now()
  await pos.query((sql) => refreshRuns(sql, run.connection_id, now))
  const { done } = await pos.retrievePosRun(run.id)
  if (input.action === "pause") {
    await pos.updatePosRuns({ id: run.id, state: "paused" })
  } else if (input.action === "resume") {
    // One that has not marked all its products continues with that.
    const resumed_at = run.resumed_at === null ? null : now
    await pos.updatePosRuns({ id: run.id, state: "running", resumed_at, resumed_done: done })
  } else {
    await pos.updatePosRuns({ id: run.id, state: "cancelled", finished_at: now })
    await pos.query((sql) => releaseRun(sql, run, now))
  }
  return new StepResponse({ run_id: run.id, connection_id: run.connection_id })
})

/** @see posControlRunStep */
export const posControlRunWorkflow = createWorkflow("pos-control-run", (input: ControlRunInput) => {
  const controlled = posControlRunStep(input)
  wakeFor(controlled, POS_EVENTS.outboxDue)
  return new WorkflowResponse(controlled)
})
