import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { replayInboxEntries } from "../../modules/pos/queries/inbox/settle-entries"
import { POS_EVENTS } from "../events"
import { wakeFor } from "../queue/wake-for"

export type ReplayInboxInput = { connection_id: string; ids?: string[] }

export const posReplayInboxStep = createStep("pos-replay-inbox", async (input: ReplayInboxInput, { container }) => {
  const pos = container.resolve(POS_MODULE)
  await pos.findConnection(input.connection_id)
  const ids = input.ids ?? null
  return new StepResponse({ replayed: await pos.query((sql) => replayInboxEntries(sql, input.connection_id, ids)) })
})

/** Makes dead inbox entries pending again and wakes the pump. */
export const posReplayInboxWorkflow = createWorkflow("pos-replay-inbox", (input: ReplayInboxInput) => {
  const replayed = posReplayInboxStep(input)
  wakeFor(input, POS_EVENTS.inboxReceived)
  return new WorkflowResponse(replayed)
})
