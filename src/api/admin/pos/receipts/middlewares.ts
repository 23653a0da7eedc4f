import { defineChange, defineRoute } from "../../../utils/define-route"
import { pathId } from "../../../utils/schemas"
import { connectionOfReceipt } from "./connection-of-receipt"
import { attachCustomerSchema, receiptListQuerySchema, receiptPaperQuerySchema } from "./validators"

export const receiptListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/receipts",
  query: receiptListQuerySchema,
})

export const receiptPaperRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/receipts/:id/document",
  query: receiptPaperQuerySchema,
})

export const attachCustomerRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/receipts/:id/customer",
  body: attachCustomerSchema,
  decides: {
    kind: "attach-customer",
    connectionId: connectionOfReceipt,
    // Without the email address, because the activity log is kept longer than a customer may be.
    asked: (request) => ({
      receipt_id: pathId(request),
      customer_id: request.validatedBody.customer_id ?? null,
      replace: request.validatedBody.replace ?? false,
    }),
  },
})

export const receiptMiddlewares = [
  receiptListRoute.middleware,
  receiptPaperRoute.middleware,
  attachCustomerRoute.middleware,
]
