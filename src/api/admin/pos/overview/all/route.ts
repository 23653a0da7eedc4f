import { POS_MODULE } from "../../../../../modules/pos"
import { knownTimeZone } from "../../../../../modules/pos/organization-time"
import { readSalesOfMany } from "../../../../../features/reports"
import { overviewOfAllQuerySchema } from "../validators"
import { defineRead } from "../../../../utils/define-route"

/**
 * `GET /admin/pos/overview/all?group_name&days` → `{overview: {currencies}}`: the sales of all connections, or those of
 * a group. For each currency it has `{currency_code, time_zone, days, connections}`; amounts of different currencies
 * are never added up. An organization that changed its currency within the period is part of both. Days of POS sales are in each organization's time zone; web sales are those of the whole store in
 * that currency, by the days of `time_zone`. Amounts are integers of minor units. Without connections, `currencies` is
 * empty.
 */
export const GET = defineRead({
  access: "view",
  query: overviewOfAllQuerySchema,
}).handle(async (request, response) => {
  const { group_name, days } = request.validatedQuery
  const pos = request.scope.resolve(POS_MODULE)
  const order = { created_at: "ASC", id: "ASC" } as const
  const connections = await pos.listPosConnections(group_name === undefined ? {} : { group_name }, {
    take: null,
    order,
  })
  const summed = connections.map((connection) => ({
    id: connection.id,
    currencyCode: connection.currency_code,
    timeZone: knownTimeZone(connection.time_zone),
  }))
  const now = await pos.now()
  const sales = await pos.query((sql) => readSalesOfMany(sql, summed, { days, now }))
  response.json({
    overview: {
      currencies: sales.map(({ currencyCode, timeZone, ...sold }) => ({
        currency_code: currencyCode,
        time_zone: timeZone,
        ...sold,
      })),
    },
  })
})
