import { POS_MODULE } from "../../../../modules/pos"
import { readSales } from "../../../../features/reports"
import { getPeriod, overviewQuerySchema } from "./validators"
import { defineRead } from "../../../utils/define-route"

/**
 * `GET /admin/pos/overview?connection_id&days` → `{overview: {currency_code, time_zone, days}}`: for each day of the
 * period in the organization's time zone the POS sales less refunds, their refunds (negative), and the web sales less
 * refunds, all in the currency of the connection. Amounts are integers of minor units. 404 for an unknown connection.
 */
export const GET = defineRead({
  access: "view",
  query: overviewQuerySchema,
}).handle(async (request, response) => {
  const period = await getPeriod(request.scope, request.validatedQuery)
  const days = await request.scope.resolve(POS_MODULE).query((sql) => readSales(sql, period))
  response.json({ overview: { currency_code: period.currencyCode, time_zone: period.timeZone, days } })
})
