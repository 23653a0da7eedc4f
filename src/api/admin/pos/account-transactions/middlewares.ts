import { noDecision } from "../../../utils/decide"
import { defineChange, defineRoute } from "../../../utils/define-route"
import { pathId } from "../../../utils/schemas"
import {
  accountBodySchema,
  accountListQuerySchema,
  accountTransactionListQuerySchema,
  pullBodySchema,
} from "./validators"

export const accountTransactionListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/account-transactions",
  access: "finance",
  query: accountTransactionListQuerySchema,
})

export const accountListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/account-transactions/accounts",
  access: "finance",
  query: accountListQuerySchema,
})

export const accountRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/account-transactions/accounts/:id",
  access: "finance",
  body: accountBodySchema,
  decides: {
    kind: "minimum-balance",
    connectionId: async (request, pos) =>
      (await pos.listPosAccounts({ id: pathId(request) }))[0]?.connection_id ?? null,
    watch: async (pos, _connection, request) => {
      const [account] = await pos.listPosAccounts({ id: pathId(request) })
      return { minimum_balance: account?.minimum_balance }
    },
  },
})

export const pullRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/account-transactions/pull",
  access: "finance",
  body: pullBodySchema,
  decides: noDecision("reads at the POS what the account has"),
})

export const accountTransactionMiddlewares = [
  accountTransactionListRoute.middleware,
  accountListRoute.middleware,
  accountRoute.middleware,
  pullRoute.middleware,
]
