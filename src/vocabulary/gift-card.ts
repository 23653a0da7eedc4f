/** `unread` until the service was asked; `unknown`: the service answered 404. */
export const GIFT_CARD_STATES = ["unread", "known", "unknown"] as const

/** What a person sees of a card: `unread` and `unknown` of our reading, the others of the card itself. */
export const GIFT_CARD_STANDINGS = ["live", "used-up", "expired", "refunded", "unread", "unknown"] as const

/** What a receipt did with a card. */
export const GIFT_CARD_TOUCH_KINDS = ["sold", "refunded", "paid", "paid-back"] as const

export type GiftCardStanding = (typeof GIFT_CARD_STANDINGS)[number]
