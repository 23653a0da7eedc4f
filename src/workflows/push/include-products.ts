import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { emitEventStep } from "@medusajs/medusa/core-flows"
import { POS_MODULE } from "../../modules/pos"
import { newMarks, setInclusion } from "../../modules/pos/queries/outbox/product-marks"
import { POS_EVENTS } from "../events"
import { findLivingProducts } from "../../medusa-tables/catalogue/sold-products"
import type { Inclusion } from "../../vocabulary/product-link"

/** `auto`: the connection's selection decides again. */
export type IncludeProductsInput = {
  connection_id: string
  product_ids: string[]
  inclusion: Inclusion
}

export const posIncludeProductsStep = createStep(
  "pos-include-products",
  async ({ connection_id, product_ids, inclusion }: IncludeProductsInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    await pos.findConnection(connection_id)
    const changed = await pos.query(async (sql) => {
      const living = await findLivingProducts(sql, [...new Set(product_ids)])
      return setInclusion(sql, connection_id, newMarks(living), inclusion)
    })
    return new StepResponse({ changed })
  }
)

/** Includes or excludes products, whatever the selection says of them. */
export const posIncludeProductsWorkflow = createWorkflow("pos-include-products", (input: IncludeProductsInput) => {
  const included = posIncludeProductsStep(input)
  emitEventStep({
    eventName: POS_EVENTS.outboxDue,
    data: transform({ input }, (data) => ({ connection_id: data.input.connection_id })),
  })
  return new WorkflowResponse(included)
})
