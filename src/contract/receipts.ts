import { z } from "zod"
import { type Language, LANGUAGE_CODES } from "./languages"

/**
 * State of a receipt. `pending`: not imported yet; `mirrored`: imported as an order or a refund; `recorded`: kept as a
 * receipt only.
 */
export const RECEIPT_STATES = ["pending", "mirrored", "recorded"] as const

/** A receipt as `GET /admin/pos/receipts` lists it; amounts are integers of minor units. */
export const receiptSchema = z.object({
  id: z.string(),
  connection_id: z.string(),
  purchase_uuid: z.string(),
  purchase_number: z.number().nullable(),
  state: z.string(),
  state_reason: z.string().nullable(),
  order_id: z.string().nullable(),
  amount: z.number(),
  vat_amount: z.number().nullable(),
  vat_by_rate: z.unknown(),
  currency_code: z.string(),
  refund: z.boolean(),
  refunds_purchase_uuid: z.string().nullable(),
  cashier: z.string().nullable(),
  /** payment types as the POS names them, each once; empty where the payload has none */
  payment_types: z.array(z.string()),
  sold_at: z.string(),
  details_erased_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})

const COUNTRY = /^[A-Z]{2}$/i

export const isCountry = (country: string | null): country is string => country !== null && COUNTRY.test(country)

/** Returns the most common language of a country if receipts are available in it; else English. */
export function languageOfCountry(country: string | null): Language {
  const read = isCountry(country) ? new Intl.Locale(`und-${country}`).maximize().language : ""
  return LANGUAGE_CODES.find((language) => language === read) ?? "en"
}

/** The locale of a language in a country: German in Switzerland formats numbers and times differently. */
export const getLocale = (language: Language, country: string | null): string =>
  isCountry(country) ? `${language}-${country.toUpperCase()}` : language

/** Returns a payment type without the POS's brand: `SERVICE_CARD` and `ACME_CARD` are both a card. */
export function paymentKind(type: string): string {
  return /_(CARD_ONLINE|CARD|TAP_ON_PHONE|PAYMENT_LINK|CASH|INVOICE)$/.exec(type)?.[1] ?? type
}

/** Payment methods at the register as the store's admin names them. Each is a payment provider in Medusa. */
export const PAYMENT_MEANS = ["card", "cash", "gift-card", "invoice", "wallet", "pay-later", "other"] as const

export type PaymentMeans = (typeof PAYMENT_MEANS)[number]

/**
 * Marks the order of a fulfillment that the import creates by Medusa's fulfillment module, so that our provider accepts
 * it. A request cannot contain a symbol, so nobody else can mark one.
 */
export const RECORDED = Symbol.for("medusa-plugin-pos.recorded")

/** The `id` of both providers' entries in medusa-config.ts, and the end of their names: "Card (POS)". */
const ENTRY = "pos"

/**
 * Identifier of the fulfillment provider, which precedes the entry's id. Medusa's admin shows the part between the
 * first two underscores: "Over The Counter".
 */
export const FULFILLMENT_IDENTIFIER = "pos_over-the-counter"

/** Medusa's names of the registered providers. */
export const PAYMENT_PROVIDERS: readonly string[] = PAYMENT_MEANS.map((means) => getPaymentProvider(means))
export const FULFILLMENT_PROVIDER = `${FULFILLMENT_IDENTIFIER}_${ENTRY}`

export function getPaymentProvider(means: PaymentMeans): string {
  return `pp_${means}_${ENTRY}`
}

/**
 * Payment methods by the ending of the POS's payment types, because their beginning is the brand: `SERVICE_CARD`,
 * `ACME_CARD_ONLINE`.
 */
const MEANS_BY_ENDING: [ending: RegExp, means: PaymentMeans][] = [
  [/(^|_)(CARD|CARD_ONLINE|TAP_ON_PHONE|PAYMENT_LINK)$/, "card"],
  [/(^|_)CASH$/, "cash"],
  [/(^|_)INVOICE$/, "invoice"],
  [/^GIFTCARD$/, "gift-card"],
  [/^(WALLET|PAYPAL)$/, "wallet"],
  [/^(DEFERRED_PAY|KLARNA)$/, "pay-later"],
]

/** A regular expression that payment types of a method match, or do not match. */
export type MeansPattern = { pattern: string; isMatch: boolean }

/** Returns the pattern of a payment method's types, for PostgreSQL and JavaScript. `other`: what no other pattern matches. */
export function patternOfMeans(means: PaymentMeans): MeansPattern {
  const ending = MEANS_BY_ENDING.find(([, known]) => known === means)?.[0]
  return ending
    ? { pattern: ending.source, isMatch: true }
    : { pattern: MEANS_BY_ENDING.map(([{ source }]) => `(${source})`).join("|"), isMatch: false }
}

/** Returns the method of a payment type; `other` for an unknown type. */
export function meansOfPayment(type: string): PaymentMeans {
  return MEANS_BY_ENDING.find(([ending]) => ending.test(type))?.[1] ?? "other"
}
