import type { MiddlewareRoute } from "@medusajs/framework/http"
import { parseBody } from "../../parse-body"
import {
  accountBodySchema,
  accountListQuerySchema,
  accountTransactionListQuerySchema,
  dailyReportSchema,
  exportBodySchema,
  giftCardBodySchema,
  giftCardLiabilityQuerySchema,
  giftCardListQuerySchema,
  payoutListQuerySchema,
  pullBodySchema,
  unsettledPaymentListQuerySchema,
  unusualFeeListQuerySchema,
} from "./finance-validators"
import { parseQuery } from "./parse-query"

const get = (path: string, schema: Parameters<typeof parseQuery>[0]): MiddlewareRoute => ({
  matcher: `/admin/pos/${path}`,
  methods: ["GET"],
  middlewares: [parseQuery(schema)],
})

const post = (path: string, schema: Parameters<typeof parseBody>[0]): MiddlewareRoute => ({
  matcher: `/admin/pos/${path}`,
  methods: ["POST"],
  middlewares: [parseBody(schema)],
})

export const adminPosFinanceMiddlewares: MiddlewareRoute[] = [
  get("account-transactions", accountTransactionListQuerySchema),
  get("account-transactions/accounts", accountListQuerySchema),
  post("account-transactions/accounts/:id", accountBodySchema),
  post("account-transactions/pull", pullBodySchema),
  get("payouts", payoutListQuerySchema),
  get("gift-cards", giftCardListQuerySchema),
  post("gift-cards", giftCardBodySchema),
  get("gift-cards/liability", giftCardLiabilityQuerySchema),
  post("exports", exportBodySchema),
  get("reports/daily", dailyReportSchema),
  post("reports/daily", dailyReportSchema),
  get("reports/unsettled-payments", unsettledPaymentListQuerySchema),
  get("reports/unusual-fees", unusualFeeListQuerySchema),
]
