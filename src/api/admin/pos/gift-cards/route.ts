import { POS_MODULE } from "../../../../modules/pos"
import { findGiftCard, listGiftCards } from "../../../../features/gift-cards"
import { posLookUpGiftCardWorkflow } from "../../../../workflows"
import { organizationToday } from "./organization-today"
import { giftCardListQuerySchema, giftCardBodySchema } from "./validators"
import { defineRead, defineChange } from "../../../utils/define-route"
import { notAudited } from "../../../utils/audit"

/**
 * `GET /admin/pos/gift-cards` → `{gift_cards, count, count_is_lower_bound, offset, limit}`; amounts in minor units,
 * `standing` is the status on the organization's current date. Filters: `standing`, `q` (the beginning of a UUID);
 * `order`.
 */
export const GET = defineRead({
  access: "finance",
  query: giftCardListQuerySchema,
}).handle(async (request, response) => {
  const { connection_id, limit, offset, ...filters } = request.validatedQuery
  const today = await organizationToday(request.scope, connection_id)
  const { rows, ...counted } = await request.scope
    .resolve(POS_MODULE)
    .query((sql) => listGiftCards(sql, { connectionId: connection_id, today, ...filters }, { limit, offset }))
  response.json({ gift_cards: rows, ...counted, offset, limit })
})

/**
 * `POST /admin/pos/gift-cards` looks up any card by its UUID → `{gift_card}`; a card that the POS does not know has the
 * status (`standing`) "unknown".
 */
export const POST = defineChange({
  access: "finance",
  body: giftCardBodySchema,
  audit: notAudited("reads a card at the POS"),
}).handle(async (request, response) => {
  const { result } = await posLookUpGiftCardWorkflow(request.scope).run({ input: request.validatedBody })
  const today = await organizationToday(request.scope, request.validatedBody.connection_id)
  const pos = request.scope.resolve(POS_MODULE)
  response.json({ gift_card: await pos.query((sql) => findGiftCard(sql, result.id, today)) })
})
