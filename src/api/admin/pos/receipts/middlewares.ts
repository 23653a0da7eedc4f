import { defineRoute } from "../../../utils/define-route"
import { receiptListQuerySchema } from "./validators"

export const receiptListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/receipts",
  query: receiptListQuerySchema,
})

export const receiptMiddlewares = [receiptListRoute.middleware]
