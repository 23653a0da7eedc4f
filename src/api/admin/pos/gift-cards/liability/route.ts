import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { sumGiftCardLiability } from "../../../../../modules/pos/queries/finance/list-gift-cards"
import { sqlOf } from "../../../../sql-of"
import { giftCardLiabilityQuerySchema } from "../../finance-validators"
import { organizationToday } from "../organization-today"

/**
 * `GET /admin/pos/gift-cards/liability` → `{today, liability: [{currency_code, month, cards, amount}]}`: what is left on
 * live cards, by currency and month of expiry (`month` null: never), in minor units.
 */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const { connection_id } = giftCardLiabilityQuerySchema.parse(request.validatedQuery)
  const today = await organizationToday(request.scope, connection_id)
  response.json({ today, liability: await sumGiftCardLiability(sqlOf(request.scope), connection_id, today) })
}
