import { POS_MODULE } from "../../../../../modules/pos"
import { sumGiftCardLiability } from "../../../../../features/gift-cards"
import { organizationToday } from "../organization-today"
import { giftCardLiabilityQuerySchema } from "../validators"
import { defineRead } from "../../../../utils/define-route"

/**
 * `GET /admin/pos/gift-cards/liability` → `{today, liability: [{currency_code, month, cards, amount}]}`: the remaining
 * balance of live cards, by currency and month of expiry (`month` null: never), in minor units.
 */
export const GET = defineRead({
  access: "finance",
  query: giftCardLiabilityQuerySchema,
}).handle(async (request, response) => {
  const { connection_id } = request.validatedQuery
  const today = await organizationToday(request.scope, connection_id)
  const pos = request.scope.resolve(POS_MODULE)
  response.json({ today, liability: await pos.query((sql) => sumGiftCardLiability(sql, connection_id, today)) })
})
