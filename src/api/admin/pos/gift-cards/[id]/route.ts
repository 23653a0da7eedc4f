import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../../../../modules/pos"
import { findGiftCard, listGiftCardTouches } from "../../../../../modules/pos/queries/finance/list-gift-cards"
import { posReadGiftCardsWorkflow } from "../../../../../workflows"
import { organizationToday } from "../organization-today"
import { pathId } from "../../../../utils/id-schema"

/**
 * `GET /admin/pos/gift-cards/:id` → `{gift_card, touches}`: the card, read anew when its figures are older than the
 * option giftCards.refreshMinutes, and what receipts did with it. When the service cannot be asked, the last reading is
 * shown with `read_error`. 404 when unknown.
 */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const id = pathId(request)
  const pos = request.scope.resolve(POS_MODULE)
  const [known] = await pos.listPosGiftCards({ id })
  if (!known) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no gift card "${id}"`)
  }
  const { giftCards } = await pos.getOptions()
  const fresh = (await pos.now()).getTime() - giftCards.refreshMinutes * 60_000
  if (!known.read_at || known.read_at.getTime() < fresh) {
    await posReadGiftCardsWorkflow(request.scope).run({
      input: { connection_id: known.connection_id, ids: [id], limit: 1 },
    })
  }
  const today = await organizationToday(request.scope, known.connection_id)
  const [gift_card, touches] = await Promise.all([
    pos.query((sql) => findGiftCard(sql, id, today)),
    pos.query((sql) => listGiftCardTouches(sql, known.connection_id, known.card_uuid)),
  ])
  response.json({ gift_card, touches })
}
