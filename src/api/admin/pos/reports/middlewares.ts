import { namedInBody } from "../../../utils/decide"
import { defineBareRoute, defineChange, defineRoute } from "../../../utils/define-route"
import {
  dailyReportSchema,
  salesReportQuerySchema,
  unsettledPaymentListQuerySchema,
  unusualFeeListQuerySchema,
} from "./validators"

export const dailyReportRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/reports/daily",
  access: "finance",
  query: dailyReportSchema,
})

export const writeDailyReportRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/reports/daily",
  access: "finance",
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
  access: "finance",
  query: salesReportQuerySchema,
})

export const unsettledPaymentListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/reports/unsettled-payments",
  access: "finance",
  query: unsettledPaymentListQuerySchema,
})

export const unusualFeeListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/reports/unusual-fees",
  access: "finance",
  query: unusualFeeListQuerySchema,
})

export const orderPaymentsRoute = defineBareRoute({
  method: "GET",
  matcher: "/admin/pos/reports/orders/:order_id",
  access: "finance",
})

export const reportMiddlewares = [
  dailyReportRoute.middleware,
  writeDailyReportRoute.middleware,
  salesReportRoute.middleware,
  unsettledPaymentListRoute.middleware,
  unusualFeeListRoute.middleware,
  orderPaymentsRoute.middleware,
]
