import { createWorkflow, transform, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { findOrCreateCustomerStep } from "@medusajs/medusa/core-flows"
import { type AttachCustomerInput, posChooseCustomerStep } from "./choose-customer"
import { giveOrder } from "./give-order"

/**
 * Gives the order of a receipt to a customer, who finds it in their account from then on, as Medusa does it when an order
 * is handed over, but without asking anybody by e-mail. What comes later, such as a refund, leaves it so. A receipt that is
 * the customer's already stays as it is.
 * @see posChooseCustomerStep for what it throws
 */
export const posAttachCustomerWorkflow = createWorkflow("pos-attach-customer", (input: AttachCustomerInput) => {
  const chosen = posChooseCustomerStep(input)
  const wanted = transform({ chosen }, ({ chosen: { wanted } }) => wanted)
  const { customer } = findOrCreateCustomerStep(wanted)
  const handover = transform(
    { chosen, customer, input },
    ({ chosen: { order }, customer: found, input: { user_id } }) => ({
      before: order,
      // A customer may have no address, and must not get another's.
      after: { id: order.id, customer_id: found?.id ?? null, email: found?.email ?? null },
      user_id,
    })
  )
  giveOrder(handover)
  return new WorkflowResponse(transform({ handover }, ({ handover: { after } }) => after))
})
