import { POS_MODULE } from "../../../../modules/pos"
import { readSales } from "../../../../workflows/overview"
import { overviewRoute } from "./middlewares"
import { periodOf } from "./period-of"

/**
 * `GET /admin/pos/overview?connection_id&days` → `{overview: {currency_code, time_zone, days}}`: each day of the period
 * in the organisation's time zone with what was sold over the counter, refunded there, and sold on the web. Amounts are
 * integers of minor units. 404 for an unknown connection.
 */
export const GET = overviewRoute.handle(async (request, response) => {
  const period = await periodOf(request.scope, request.validatedQuery)
  const days = await request.scope.resolve(POS_MODULE).query((sql) => readSales(sql, period))
  response.json({ overview: { currency_code: period.currencyCode, time_zone: period.timeZone, days } })
})
