import { namedInBody } from "../../../utils/decide"
import { defineChange, defineRoute } from "../../../utils/define-route"
import {
  dailyReportSchema,
  salesReportQuerySchema,
  unsettledPaymentListQuerySchema,
  unusualFeeListQuerySchema,
} from "./validators"

export const dailyReportRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/reports/daily",
  query: dailyReportSchema,
})

export const writeDailyReportRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/reports/daily",
  body: dailyReportSchema,
  decides: {
    kind: "daily-report",
    connectionId: namedInBody,
    asked: ({ validatedBody: { date } }) => ({ date }),
  },
})

export const salesReportRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/reports/sales",
  query: salesReportQuerySchema,
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
  salesReportRoute.middleware,
  unsettledPaymentListRoute.middleware,
  unusualFeeListRoute.middleware,
]
