import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { emitEventStep } from "@medusajs/medusa/core-flows"
import { POS_MODULE } from "../../modules/pos"
import { ConnectionDisconnectedError } from "../../modules/pos/errors"
import { ignoreCandidates } from "../../modules/pos/queries/catalogue/product-candidates"
import { POS_EVENTS } from "../events"
import { type Adoption, adoptCandidates } from "./adopt-candidates"

export type AdoptProductsInput = { connection_id: string; candidates: Adoption[] }
export type IgnoreProductsInput = { connection_id: string; ids: string[]; ignored: boolean }

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
  emitEventStep({
    eventName: POS_EVENTS.outboxDue,
    data: transform({ input, adopted }, (data) => ({ connection_id: data.input.connection_id })),
  })
  return new WorkflowResponse(adopted)
})

export const posIgnoreProductsStep = createStep(
  "pos-ignore-products",
  async ({ connection_id, ids, ignored }: IgnoreProductsInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    await pos.findConnection(connection_id)
    const changed = await pos.query((sql, now) =>
      ignoreCandidates(sql, { now, connectionId: connection_id, ids, ignored })
    )
    return new StepResponse({ changed })
  }
)

/** The merchant does not want products of the counter in the shop, or wants to decide anew. */
export const posIgnoreProductsWorkflow = createWorkflow("pos-ignore-products", (input: IgnoreProductsInput) => {
  return new WorkflowResponse(posIgnoreProductsStep(input))
})
