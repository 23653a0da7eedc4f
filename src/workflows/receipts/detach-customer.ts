import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { giveOrder } from "./give-order"
import { ownerOf, readOrderOfReceipt } from "./read-customer"

export type DetachCustomerInput = {
  receipt_id: string
  /** who decides it */
  user_id?: string | undefined
}

/** Finds the order of a receipt, and whose it is. Writes nothing. @throws ReceiptWithoutOrderError */
export const posFindOwnedOrderStep = createStep(
  "pos-find-owned-order",
  async ({ receipt_id }: DetachCustomerInput, { container }) => {
    const { order } = await readOrderOfReceipt(container, receipt_id)
    return new StepResponse(ownerOf(order))
  }
)

/**
 * Takes the order of a receipt from whoever it was given to: it is nobody's again, as the counter made it. A receipt that is
 * nobody's stays as it is.
 */
export const posDetachCustomerWorkflow = createWorkflow("pos-detach-customer", (input: DetachCustomerInput) => {
  const order = posFindOwnedOrderStep(input)
  const handover = transform({ order, input }, ({ order: before, input: { user_id } }) => ({
    ...{ before, after: { id: before.id, customer_id: null, email: null } },
    user_id,
  }))
  giveOrder(handover)
  return new WorkflowResponse(order)
})
