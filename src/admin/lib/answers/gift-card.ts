import { z } from "zod"

/** A gift card; amounts in minor units, `standing` by the organisation's date. */
export const giftCardSchema = z.looseObject({
  id: z.string(),
  card_uuid: z.string(),
  standing: z.string(),
  currency_code: z.string(),
  created_on: z.string().nullable(),
  valid_to: z.string().nullable(),
  initial_amount: z.number().nullable(),
  remaining_amount: z.number().nullable(),
  touched_at: z.string().nullable(),
  /** when something was paid with it last */
  used_at: z.string().nullable(),
  read_at: z.string().nullable(),
  read_error: z.string().nullable(),
})

export const giftCardsAnswerSchema = z.looseObject({ gift_cards: z.array(giftCardSchema), count: z.number() })

/** `GET /admin/pos/gift-cards/:id` */
export const giftCardAnswerSchema = z.looseObject({
  gift_card: giftCardSchema,
  touches: z.array(
    z.looseObject({
      id: z.string(),
      kind: z.string(),
      amount: z.number(),
      occurred_at: z.string(),
      receipt_id: z.string(),
      purchase_number: z.number().nullable(),
    })
  ),
})

/** `POST /admin/pos/gift-cards` */
export const foundGiftCardAnswerSchema = z.looseObject({ gift_card: giftCardSchema })

/** `GET /admin/pos/gift-cards/liability`: `month` is YYYY-MM, null for cards that never expire */
export const liabilityAnswerSchema = z.looseObject({
  liability: z.array(
    z.looseObject({
      currency_code: z.string(),
      month: z.string().nullable(),
      cards: z.number(),
      amount: z.number(),
    })
  ),
})

export type GiftCard = z.infer<typeof giftCardSchema>
