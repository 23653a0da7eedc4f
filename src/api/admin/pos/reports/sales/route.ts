import { salesReport } from "../../../../../workflows/sales/sales-report"
import { salesReportRoute } from "../middlewares"

/**
 * `GET /admin/pos/reports/sales` → `{report: {kind, time_zone, from, to, before, rows, totals}}`: what was sold over the
 * counter on the days from `from` to `to` of the organisation, both inclusive and at most 366, by hour, weekday, product,
 * category, cashier, payment or discount, beside the web orders of the same days (of more than 92: weeks, by their Monday),
 * or how long its stock lasts; `before` is the period of the same length before
 * it. Each row and total has its currency, `figures`, and those of the period before. Money in minor units with tax,
 * quantities as decimal text, refunds subtracted. `limit` bounds the rows; a total says how many there are.
 */
export const GET = salesReportRoute.handle(async (request, response) => {
  response.json({ report: await salesReport(request.scope, request.validatedQuery) })
})
