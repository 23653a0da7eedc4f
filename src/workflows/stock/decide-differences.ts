import { InventoryLevelWorkflowEvents } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { emitEventStep } from "@medusajs/medusa/core-flows"
import { POS_MODULE } from "../../modules/pos"
import { POS_EVENTS } from "../events"
import { wakeFor } from "../queue/wake-for"
import { settleDifferences } from "./settle-differences"
import type { StockDecision } from "../../vocabulary/stock"

export type DecideDifferencesInput = { connection_id: string; ids?: string[]; decision: StockDecision }

export const posDecideDifferencesStep = createStep(
  "pos-decide-differences",
  async ({ connection_id, ids, decision }: DecideDifferencesInput, { container }) => {
    const connection = await container.resolve(POS_MODULE).findConnection(connection_id)
    return new StepResponse(await settleDifferences(container, connection, ids ?? null, decision))
  }
)

/** Settles differences of stock for one side, and tells the shop and the outbox what moved. */
export const posDecideDifferencesWorkflow = createWorkflow(
  "pos-decide-differences",
  (input: DecideDifferencesInput) => {
    const decided = posDecideDifferencesStep(input)
    const levels = transform({ decided }, (data) => data.decided.movedLevelIds.map((id) => ({ id })))
    emitEventStep({ eventName: InventoryLevelWorkflowEvents.UPDATED, data: levels })
    wakeFor(input, POS_EVENTS.outboxDue)
    return new WorkflowResponse(decided)
  }
)
