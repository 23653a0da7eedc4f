import { z } from "zod"
import { GIFT_CARD_ORDERS } from "../../../../features/gift-cards"
import { uuidSchema } from "../../../../pos-api/contract"
import { GIFT_CARD_STANDINGS } from "../../../../contract/finance"
import { idSchema, longListPageFields, plainTextSchema } from "../../../utils/schemas"

/** Query of `GET /admin/pos/gift-cards`. */
export const giftCardListQuerySchema = z.object({
  ...longListPageFields,
  connection_id: idSchema,
  standing: z.enum(GIFT_CARD_STANDINGS).optional(),
  /** the beginning of a card's UUID */
  q: plainTextSchema.min(1).max(36).optional(),
  order: z.enum(GIFT_CARD_ORDERS).default("-touched_at"),
})

/** Query of `GET /admin/pos/gift-cards/liability`. */
export const giftCardLiabilityQuerySchema = z.object({ connection_id: idSchema })

/** Body of `POST /admin/pos/gift-cards`. */
export const giftCardBodySchema = z.object({ connection_id: idSchema, card_uuid: uuidSchema })
