import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { forgetAccepted } from "../../modules/pos/queries/outbox/product-marks"
import { POS_EVENTS } from "../events"
import { wakeFor } from "../queue/wake-for"
import { startRun } from "./start-run"

export type StartPushInput = {
  connection_id: string
  /** true: everything is sent again in full, as if nothing were known of what the counter has */
  reset?: boolean
}

export const posStartPushStep = createStep("pos-start-push", async (input: StartPushInput, { container }) => {
  const pos = container.resolve(POS_MODULE)
  await pos.findConnection(input.connection_id)
  if (input.reset === true) {
    await pos.query((sql) => forgetAccepted(sql, input.connection_id))
  }
  return new StepResponse(await startRun(container, input.connection_id))
})

/** Starts a full sync of a connection: a run that goes on in the background. */
export const posStartPushWorkflow = createWorkflow("pos-start-push", (input: StartPushInput) => {
  const started = posStartPushStep(input)
  wakeFor(started, POS_EVENTS.outboxDue)
  return new WorkflowResponse(started)
})
