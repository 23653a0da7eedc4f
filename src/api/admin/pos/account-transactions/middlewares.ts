import { defineRoute } from "../../../utils/define-route"
import {
  accountBodySchema,
  accountListQuerySchema,
  accountTransactionListQuerySchema,
  pullBodySchema,
} from "./validators"

export const accountTransactionListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/account-transactions",
  query: accountTransactionListQuerySchema,
})

export const accountListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/account-transactions/accounts",
  query: accountListQuerySchema,
})

export const accountRoute = defineRoute({
  method: "POST",
  matcher: "/admin/pos/account-transactions/accounts/:id",
  body: accountBodySchema,
})

export const pullRoute = defineRoute({
  method: "POST",
  matcher: "/admin/pos/account-transactions/pull",
  body: pullBodySchema,
})

export const accountTransactionMiddlewares = [
  accountTransactionListRoute.middleware,
  accountListRoute.middleware,
  accountRoute.middleware,
  pullRoute.middleware,
]
