import { POS_MODULE } from "../../../../modules/pos"
import { listPayouts, PAYOUT_ORDERS } from "../../../../features/finance"
import { presentPayout } from "./present"
import { defineRead } from "../../../utils/define-route"
import { z } from "zod"
import { SHOWN_PAYOUT_STATES } from "../../../../contract/finance"
import { inOrder, longListPageFields, momentSchema, REVERSED } from "../../../utils/schemas"
import { accountFields } from "../account-transactions/validators"

/** Query of `GET /admin/pos/payouts`. */
export const payoutListQuerySchema = z
  .object({
    ...longListPageFields,
    ...accountFields,
    state: z.enum(SHOWN_PAYOUT_STATES).optional(),
    from: momentSchema.optional(),
    to: momentSchema.optional(),
    order: z.enum(PAYOUT_ORDERS).default("-occurred_at"),
  })
  .refine(inOrder, REVERSED)

/**
 * `GET /admin/pos/payouts` → `{payouts, count, count_is_lower_bound, offset, limit}`: the composition of each payout,
 * in minor units. Filters: `group`, `state` (closed, difference, failed), `from` (inclusive), `to` (exclusive);
 * `order`.
 */
export const GET = defineRead({
  access: "finance",
  query: payoutListQuerySchema,
}).handle(async (request, response) => {
  const { connection_id, limit, offset, ...filters } = request.validatedQuery
  const pos = request.scope.resolve(POS_MODULE)
  await pos.findConnection(connection_id)
  const { rows, ...counted } = await pos.query((sql) =>
    listPayouts(sql, { connectionId: connection_id, ...filters }, { limit, offset })
  )
  response.json({ payouts: rows.map(presentPayout), ...counted, offset, limit })
})
