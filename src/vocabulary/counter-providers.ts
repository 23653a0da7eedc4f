/** What a payment at the till was made with, as the shop's admin names it: each is a provider of Medusa's payments. */
export const PAYMENT_MEANS = ["card", "cash", "gift-card", "invoice", "wallet", "pay-later", "other"] as const

export type PaymentMeans = (typeof PAYMENT_MEANS)[number]

/** The `id` of both providers' entries in medusa-config.ts, and the end of their names: "Card (POS)". */
const ENTRY = "pos"

/** Before the entry's id. Medusa's admin shows what stands between the first two underscores: "Over The Counter". */
export const FULFILLMENT_IDENTIFIER = "pos_over-the-counter"

/** Medusa's names for the providers, once they are registered. */
export const PAYMENT_PROVIDERS: readonly string[] = PAYMENT_MEANS.map((means) => paymentProviderOf(means))
export const FULFILLMENT_PROVIDER = `${FULFILLMENT_IDENTIFIER}_${ENTRY}`

export function paymentProviderOf(means: PaymentMeans): string {
  return `pp_${means}_${ENTRY}`
}

/** The service's types of payments that are no other words of ours, by how they end: `SERVICE_CARD`, `ACME_CARD_ONLINE`. */
const MEANS_BY_ENDING: [ending: RegExp, means: PaymentMeans][] = [
  [/(^|_)(CARD|CARD_ONLINE|TAP_ON_PHONE|PAYMENT_LINK)$/, "card"],
  [/(^|_)CASH$/, "cash"],
  [/(^|_)INVOICE$/, "invoice"],
  [/^GIFTCARD$/, "gift-card"],
  [/^WALLET$/, "wallet"],
  [/^DEFERRED_PAY$/, "pay-later"],
]

/** What a payment of this type was made with; `other` for what neither card nor cash nor any known word is. */
export function meansOfPayment(type: string): PaymentMeans {
  return MEANS_BY_ENDING.find(([ending]) => ending.test(type))?.[1] ?? "other"
}
