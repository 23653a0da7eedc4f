import { posAttachCustomerWorkflow, posDetachCustomerWorkflow } from "../../../../../../workflows"
import { pathId } from "../../../../../utils/schemas"
import { answerReceipt } from "../../present"
import { attachCustomerSchema } from "../../validators"
import { connectionOfReceipt } from "../../../../../utils/audit"
import { defineChange } from "../../../../../utils/define-route"

/**
 * `POST /admin/pos/receipts/:id/customer` with `{customer_id}` or `{email}` attaches a customer to the receipt's order,
 * which then is in the customer's account; nobody is notified → `{receipt}` with its `customer`. Of several customers
 * with the address, the one with an account is used; when there is none, a guest is created. 400 when there is no order
 * yet, or it belongs to another customer and `replace` is not set · 404 when receipt or customer are unknown.
 */
export const POST = defineChange({
  access: "operate",
  body: attachCustomerSchema,
  audit: {
    kind: "attach-customer",
    connectionId: connectionOfReceipt,
    // Without the email address, because the activity log is kept longer than a customer may be.
    asked: (request) => ({
      receipt_id: pathId(request),
      customer_id: request.validatedBody.customer_id ?? null,
      replace: request.validatedBody.replace ?? false,
    }),
  },
}).handle(async (request, response) => {
  const id = pathId(request)
  const { actor_id } = request.auth_context
  const input = { ...request.validatedBody, receipt_id: id, user_id: actor_id }
  await posAttachCustomerWorkflow(request.scope).run({ input })
  await answerReceipt(request, response, id)
})

/**
 * `DELETE /admin/pos/receipts/:id/customer` detaches the customer from the receipt's order → `{receipt}`. 400 when
 * there is no order yet · 404 when the receipt is unknown.
 */
export const DELETE = defineChange({
  access: "operate",
  audit: {
    kind: "detach-customer",
    connectionId: connectionOfReceipt,
    asked: (request) => ({ receipt_id: pathId(request) }),
  },
}).handle(async (request, response) => {
  const id = pathId(request)
  const input = { receipt_id: id, user_id: request.auth_context.actor_id }
  await posDetachCustomerWorkflow(request.scope).run({ input })
  await answerReceipt(request, response, id)
})
