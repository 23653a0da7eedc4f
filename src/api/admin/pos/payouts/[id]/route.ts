import { POS_MODULE } from "../../../../../modules/pos"
import { findPayout } from "../../../../../features/finance"
import { requireRecord } from "../../../../../modules/pos/errors"
import { presentPayout } from "../present"
import { pathId } from "../../../../utils/schemas"
import { defineRead } from "../../../../utils/define-route"

/**
 * `GET /admin/pos/payouts/:id` → `{payout}`. 404 when unknown. For its transactions: `GET
 * /admin/pos/account-transactions?payout_id=…`.
 */
export const GET = defineRead({ access: "finance" }).handle(async (request, response) => {
  const id = pathId(request)
  const payout = await request.scope.resolve(POS_MODULE).query((sql) => findPayout(sql, id))
  response.json({ payout: presentPayout(requireRecord(payout, "payout", id)) })
})
