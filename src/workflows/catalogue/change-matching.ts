import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { countMatching } from "../../medusa-tables/catalogue/all-matching-links"
import { POS_MODULE } from "../../modules/pos"
import type { LinkState } from "../../modules/pos/queries/catalogue/links-in-state"
import type { BulkAction } from "../../vocabulary/bulk-action"
import { POS_EVENTS } from "../events"
import { wakeFor } from "../queue/wake-for"

/** Which products of a connection, by their state and what is searched for, and what shall be done with all of them. */
export type ChangeMatchingInput = {
  connection_id: string
  state?: LinkState | undefined
  q?: string | undefined
  action: BulkAction
}

export const posStartBulkStep = createStep(
  "pos-start-bulk",
  async ({ connection_id, state, q, action }: ChangeMatchingInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    await pos.findConnection(connection_id)
    const total = await pos.query((sql) => countMatching(sql, { connection_id, state, q }))
    const { id } = await pos.createPosRuns({
      ...{ connection_id, kind: "bulk", total, resumed_at: await pos.now() },
      details: { action, state: state ?? null, q: q ?? null },
    })
    return new StepResponse({ run_id: id, total }, id)
  },
  async (runId, { container }) => {
    if (runId !== undefined) {
      await container.resolve(POS_MODULE).deletePosRuns(runId)
    }
  }
)

/** Opens a run that does something with all products that match, some at a time. */
export const posChangeMatchingWorkflow = createWorkflow("pos-change-matching", (input: ChangeMatchingInput) => {
  const started = posStartBulkStep(input)
  wakeFor(input, POS_EVENTS.runDue)
  return new WorkflowResponse(started)
})
