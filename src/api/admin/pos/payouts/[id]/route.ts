import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { findPayout } from "../../../../../modules/pos/queries/list-payouts"
import { sqlOf } from "../../../../sql-of"
import { presentPayout } from "../present-payout"

/**
 * `GET /admin/pos/payouts/:id` → `{payout}`. 404 when unknown. What it settled:
 * `GET /admin/pos/account-transactions?payout_id=…`.
 */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const payout = await findPayout(sqlOf(request.scope), request.params.id ?? "")
  if (!payout) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no payout "${request.params.id}"`)
  }
  response.json({ payout: presentPayout(payout) })
}
