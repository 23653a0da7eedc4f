import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { RecordNotFoundError } from "../../../../../modules/pos/errors"
import { POS_MODULE } from "../../../../../modules/pos"
import { findPayout } from "../../../../../features/finance"
import { presentPayout } from "../present"
import { pathId } from "../../../../utils/schemas"

/**
 * `GET /admin/pos/payouts/:id` → `{payout}`. 404 when unknown. For its transactions: `GET
 * /admin/pos/account-transactions?payout_id=…`.
 */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const id = pathId(request)
  const payout = await request.scope.resolve(POS_MODULE).query((sql) => findPayout(sql, id))
  if (!payout) {
    throw new RecordNotFoundError("payout", id)
  }
  response.json({ payout: presentPayout(payout) })
}
