import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { emitEventStep } from "@medusajs/medusa/core-flows"
import { POS_MODULE } from "../../modules/pos"
import { replayInboxEntries } from "../../modules/pos/queries/inbox/settle-entries"
import { POS_EVENTS } from "../events"

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
  emitEventStep({
    eventName: POS_EVENTS.inboxReceived,
    data: transform({ input, replayed }, (data) => ({ connection_id: data.input.connection_id })),
  })
  return new WorkflowResponse(replayed)
})
