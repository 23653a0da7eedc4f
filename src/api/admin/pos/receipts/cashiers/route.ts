import { listCashiers } from "../../../../../features/receipts"
import { POS_MODULE } from "../../../../../modules/pos"
import { defineRead } from "../../../../utils/define-route"
import { cashierListQuerySchema } from "../validators"

/**
 * `GET /admin/pos/receipts/cashiers` → `{cashiers}`: names of the cashiers of a connection in the last year, by which its
 * receipts can be filtered.
 */
export const GET = defineRead({
  access: "finance",
  query: cashierListQuerySchema,
}).handle(async (request, response) => {
  const { connection_id } = request.validatedQuery
  const pos = request.scope.resolve(POS_MODULE)
  await pos.findConnection(connection_id)
  const now = await pos.now()
  response.json({ cashiers: await pos.query((sql) => listCashiers(sql, connection_id, now)) })
})
