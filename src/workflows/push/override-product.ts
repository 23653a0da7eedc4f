import { MedusaError } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { setOverrides } from "../../modules/pos/queries/outbox/product-marks"
import type { Overrides } from "../../translate/overrides"
import { POS_EVENTS } from "../events"
import { wakeFor } from "../queue/wake-for"

export type OverrideProductInput = { connection_id: string; product_id: string; overrides: Overrides | null }

/** The product has no link in this connection, so there is nothing at the till to be overridden. */
export class ProductNotLinkedError extends MedusaError {
  constructor(productId: string, connectionId: string) {
    super(
      MedusaError.Types.NOT_FOUND,
      `The product ${productId} is not sold through the connection ${connectionId}. Include it first.`
    )
  }
}

export const posOverrideProductStep = createStep(
  "pos-override-product",
  async ({ connection_id, product_id, overrides }: OverrideProductInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const isLinked = await pos.query((sql) =>
      setOverrides(sql, { connectionId: connection_id, productId: product_id, overrides })
    )
    if (!isLinked) {
      throw new ProductNotLinkedError(product_id, connection_id)
    }
    return new StepResponse({ connection_id, product_id })
  }
)

/** Sets what the till shows of one product instead of the shop's own; null: the shop's own again. */
export const posOverrideProductWorkflow = createWorkflow("pos-override-product", (input: OverrideProductInput) => {
  const overridden = posOverrideProductStep(input)
  wakeFor(overridden, POS_EVENTS.outboxDue)
  return new WorkflowResponse(overridden)
})
