import { POS_MODULE } from "../../../../../modules/pos"
import { listUnsettledPayments } from "../../../../../features/finance"
import { unsettledPaymentListQuerySchema } from "../validators"
import { defineRead } from "../../../../utils/define-route"

const DAY_MS = 86_400_000

/**
 * `GET /admin/pos/reports/unsettled-payments` → `{payments, count, count_is_lower_bound, offset, limit}`: payments of
 * sales at least `days` days ago that are not in the account, oldest first. Amounts in minor units.
 */
export const GET = defineRead({
  access: "finance",
  query: unsettledPaymentListQuerySchema,
}).handle(async (request, response) => {
  const { connection_id, days, limit, offset } = request.validatedQuery
  const pos = request.scope.resolve(POS_MODULE)
  await pos.findConnection(connection_id)
  const soldBefore = new Date((await pos.now()).getTime() - days * DAY_MS)
  const { rows, ...counted } = await pos.query((sql) =>
    listUnsettledPayments(sql, { connectionId: connection_id, soldBefore }, { limit, offset })
  )
  response.json({ payments: rows, ...counted, offset, limit })
})
