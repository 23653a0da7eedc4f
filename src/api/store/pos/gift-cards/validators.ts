import { z } from "@medusajs/framework/zod"
import { uuidSchema } from "../../../../pos-api/contract"

/** Body of `POST /store/pos/gift-cards/balance`. */
export const balanceBodySchema = z.object({
  card_uuid: uuidSchema,
  /** a receipt number, an amount in major units, or an ISO date, as the option giftCards.balanceRoute defines */
  proof: z.string().min(1).max(64),
})
