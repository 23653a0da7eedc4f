import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { newMarks, setInclusion } from "../../modules/pos/queries/outbox/product-marks"
import { POS_EVENTS } from "../events"
import { findLivingProducts } from "../../medusa-tables/catalogue/sold-products"
import type { Inclusion } from "../../vocabulary/product-link"
import { wakeFor } from "../queue/wake-for"

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
  wakeFor(input, POS_EVENTS.outboxDue)
  return new WorkflowResponse(included)
})
