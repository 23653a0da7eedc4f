import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { ConnectionDisconnectedError } from "../../modules/pos/errors"
import { POS_EVENTS } from "../events"
import { wakeFor } from "../queue/wake-for"
import { type Adoption, adoptCandidates } from "./adopt-candidates"

export type AdoptProductsInput = { connection_id: string; candidates: Adoption[] }

export const posAdoptProductsStep = createStep(
  "pos-adopt-products",
  async ({ connection_id, candidates }: AdoptProductsInput, { container }) => {
    const connection = await container.resolve(POS_MODULE).findConnection(connection_id)
    if (connection.state === "disconnected") {
      throw new ConnectionDisconnectedError(connection_id)
    }
    const results = await adoptCandidates(container, connection, candidates)
    return new StepResponse({
      adopted: results.flatMap(({ id, product_id }) => (product_id ? [{ id, product_id }] : [])),
      failed: results.flatMap(({ id, reason }) => (reason === null ? [] : [{ id, reason }])),
    })
  }
)

/** Gives candidates a product in the shop: one that is there, or a draft. Both sides are brought in line afterwards. */
export const posAdoptProductsWorkflow = createWorkflow("pos-adopt-products", (input: AdoptProductsInput) => {
  const adopted = posAdoptProductsStep(input)
  wakeFor(input, POS_EVENTS.outboxDue)
  return new WorkflowResponse(adopted)
})
