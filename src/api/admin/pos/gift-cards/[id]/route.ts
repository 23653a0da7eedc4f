import { POS_MODULE } from "../../../../../modules/pos"
import { findGiftCard, listGiftCardTouches } from "../../../../../features/gift-cards"
import { requireRecord } from "../../../../../modules/pos/errors"
import { posReadGiftCardsWorkflow } from "../../../../../workflows"
import { organizationToday } from "../organization-today"
import { pathId } from "../../../../utils/schemas"
import { defineRead } from "../../../../utils/define-route"

/**
 * `GET /admin/pos/gift-cards/:id` → `{gift_card, touches}`: the card and its transactions on receipts. The card is read
 * again from the POS when its data is older than the option giftCards.refreshMinutes. When the POS cannot be called,
 * the last read is shown with `read_error`. 404 when unknown.
 */
export const GET = defineRead({ access: "finance" }).handle(async (request, response) => {
  const id = pathId(request)
  const pos = request.scope.resolve(POS_MODULE)
  const [found] = await pos.listPosGiftCards({ id })
  const giftCard = requireRecord(found, "gift card", id)
  const { giftCards } = await pos.getOptions()
  const fresh = (await pos.now()).getTime() - giftCards.refreshMinutes * 60_000
  if (!giftCard.read_at || giftCard.read_at.getTime() < fresh) {
    await posReadGiftCardsWorkflow(request.scope).run({
      input: { connection_id: giftCard.connection_id, ids: [id], limit: 1 },
    })
  }
  const today = await organizationToday(request.scope, giftCard.connection_id)
  const [gift_card, touches] = await Promise.all([
    pos.query((sql) => findGiftCard(sql, id, today)),
    pos.query((sql) => listGiftCardTouches(sql, giftCard.connection_id, giftCard.card_uuid)),
  ])
  response.json({ gift_card, touches })
})
