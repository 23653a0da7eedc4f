import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { dismissInboxEntries } from "../../modules/pos/queries/inbox/dismiss-entries"

export type DismissInboxInput = { connection_id: string; ids?: string[] }

export const posDismissInboxStep = createStep(
  "pos-dismiss-inbox",
  async ({ connection_id, ids }: DismissInboxInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    await pos.findConnection(connection_id)
    const now = await pos.now()
    const dismissed = await pos.query((sql) => dismissInboxEntries(sql, now, connection_id, ids ?? null))
    return new StepResponse({ dismissed })
  }
)

/** Dismisses events that gave up: they are no issue any longer, stay listed, and are removed after their time. */
export const posDismissInboxWorkflow = createWorkflow(
  "pos-dismiss-inbox",
  (input: DismissInboxInput) => new WorkflowResponse(posDismissInboxStep(input))
)
