import { salesReport } from "../../../../../features/reports"
import { salesReportQuerySchema } from "../validators"
import { defineRead } from "../../../../utils/define-route"

/**
 * `GET /admin/pos/reports/sales` → `{report: {kind, time_zone, from, to, before, rows, totals}}`: a report of POS sales
 * from `from` to `to`, days of the organization, both inclusive and at most 366. Its kind is by hour, weekday, product,
 * category, cashier, payment or discount, compared with web orders of the same days (more than 92 days: by week, from
 * Monday), or how long stock lasts. `before` is the preceding period of the same length. Each row and total has its
 * currency, `figures`, and those of the previous period. Money is in minor units with tax, quantities are decimal text,
 * refunds are subtracted. `limit` limits the rows; a total has their number.
 */
export const GET = defineRead({
  access: "finance",
  query: salesReportQuerySchema,
}).handle(async (request, response) => {
  response.json({ report: await salesReport(request.scope, request.validatedQuery) })
})
