import { POS_MODULE } from "../../../../../modules/pos"
import { listUnusualFees } from "../../../../../features/finance"
import { unusualFeeListQuerySchema } from "../validators"
import { defineRead } from "../../../../utils/define-route"

/**
 * `GET /admin/pos/reports/unusual-fees` → `{payments, offset, limit}`: payments of a period of at most 31 days whose
 * fee differs from the usual rate of their type by more than `tolerance` percentage points.
 */
export const GET = defineRead({
  access: "finance",
  query: unusualFeeListQuerySchema,
}).handle(async (request, response) => {
  const { connection_id, limit, offset, ...filters } = request.validatedQuery
  const pos = request.scope.resolve(POS_MODULE)
  await pos.findConnection(connection_id)
  const payments = await pos.query((sql) =>
    listUnusualFees(sql, { connectionId: connection_id, ...filters }, { limit, offset })
  )
  response.json({ payments, offset, limit })
})
