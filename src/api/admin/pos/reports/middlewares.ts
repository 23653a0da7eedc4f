import { defineRoute } from "../../../utils/define-route"
import { dailyReportSchema, unsettledPaymentListQuerySchema, unusualFeeListQuerySchema } from "./validators"

export const dailyReportRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/reports/daily",
  query: dailyReportSchema,
})

export const writeDailyReportRoute = defineRoute({
  method: "POST",
  matcher: "/admin/pos/reports/daily",
  body: dailyReportSchema,
})

export const unsettledPaymentListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/reports/unsettled-payments",
  query: unsettledPaymentListQuerySchema,
})

export const unusualFeeListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/reports/unusual-fees",
  query: unusualFeeListQuerySchema,
})

export const reportMiddlewares = [
  dailyReportRoute.middleware,
  writeDailyReportRoute.middleware,
  unsettledPaymentListRoute.middleware,
  unusualFeeListRoute.middleware,
]
