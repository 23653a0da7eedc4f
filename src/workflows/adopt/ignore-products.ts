import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { ignoreCandidates } from "../../modules/pos/queries/catalogue/product-candidates"

export type IgnoreProductsInput = { connection_id: string; ids: string[]; ignored: boolean }

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
