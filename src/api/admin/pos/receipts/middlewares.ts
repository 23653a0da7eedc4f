import { defineBareChange, defineBareRoute, defineChange, defineRoute } from "../../../utils/define-route"
import { pathId } from "../../../utils/schemas"
import { connectionOfReceipt } from "./connection-of-receipt"
import { attachCustomerSchema, receiptListQuerySchema, receiptPaperQuerySchema } from "./validators"

export const receiptListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/receipts",
  access: "view",
  query: receiptListQuerySchema,
})

export const receiptPaperRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/receipts/:id/document",
  access: "view",
  query: receiptPaperQuerySchema,
})

export const attachCustomerRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/receipts/:id/customer",
  access: "operate",
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

export const receiptRoute = defineBareRoute({
  method: "GET",
  matcher: "/admin/pos/receipts/:id",
  access: "view",
})

export const detachCustomerRoute = defineBareChange({
  method: "DELETE",
  matcher: "/admin/pos/receipts/:id/customer",
  access: "operate",
  decides: {
    kind: "detach-customer",
    connectionId: connectionOfReceipt,
    asked: (request) => ({ receipt_id: pathId(request) }),
  },
})

export const eraseReceiptRoute = defineBareChange({
  method: "POST",
  matcher: "/admin/pos/receipts/:id/erase",
  access: "manage",
  decides: {
    kind: "erase-receipt",
    connectionId: connectionOfReceipt,
    asked: (request) => ({ receipt_id: pathId(request) }),
  },
})

export const receiptMiddlewares = [
  receiptListRoute.middleware,
  receiptPaperRoute.middleware,
  attachCustomerRoute.middleware,
  receiptRoute.middleware,
  detachCustomerRoute.middleware,
  eraseReceiptRoute.middleware,
]
