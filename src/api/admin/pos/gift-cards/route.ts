import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { findGiftCard, listGiftCards } from "../../../../modules/pos/queries/finance/list-gift-cards"
import { posLookUpGiftCardWorkflow } from "../../../../workflows"
import { sqlOf } from "../../../sql-of"
import { type GiftCardBody, giftCardListQuerySchema } from "../finance-validators"
import { organizationToday } from "./organization-today"

/**
 * `GET /admin/pos/gift-cards` → `{gift_cards, count, count_is_lower_bound, offset, limit}`; amounts in minor units,
 * `standing` by the organisation's date. Filters: `standing`, `q` (the beginning of a UUID); `order`.
 */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const { connection_id, limit, offset, ...filters } = giftCardListQuerySchema.parse(request.validatedQuery)
  const today = await organizationToday(request.scope, connection_id)
  const { rows, ...counted } = await listGiftCards(
    sqlOf(request.scope),
    { connectionId: connection_id, today, ...filters },
    { limit, offset }
  )
  response.json({ gift_cards: rows, ...counted, offset, limit })
}

/**
 * `POST /admin/pos/gift-cards` looks up any card by its UUID → `{gift_card}`; one that the service does not know has the
 * standing "unknown".
 */
export async function POST(request: AuthenticatedMedusaRequest<GiftCardBody>, response: MedusaResponse): Promise<void> {
  const { result } = await posLookUpGiftCardWorkflow(request.scope).run({ input: request.validatedBody })
  const today = await organizationToday(request.scope, request.validatedBody.connection_id)
  response.json({ gift_card: await findGiftCard(sqlOf(request.scope), result.id, today) })
}
