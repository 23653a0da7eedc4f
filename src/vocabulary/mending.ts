import type { ReasonName } from "./reasons"

/** The pages on which a person mends something of a product. */
export const MENDING_PLACES = ["edit", "product", "prices", "media", "tax", "connection", "pictures", "stock"] as const

export type MendingPlace = (typeof MENDING_PLACES)[number]

/** Where what a reason names is mended; none where nobody has to, or only the shop's developer can. */
export const MENDED_AT: Partial<Record<ReasonName, MendingPlace>> = {
  "name-empty": "edit",
  "too-long": "edit",
  "no-variant": "product",
  "too-many-variants": "connection",
  "bad-vat": "tax",
  "mixed-vat": "tax",
  "no-price": "prices",
  "negative-price": "prices",
  "unusable-price": "prices",
  "unreadable-overrides": "product",
  options: "product",
  "variant-options": "product",
  "picture-address": "media",
  "picture-too-large": "media",
  "picture-away": "pictures",
  "picture-unreadable": "media",
  "picture-size": "media",
  "picture-needs-sharp": "media",
  "stock-unreadable": "stock",
  refused: "product",
  "service-away": "connection",
  credentials: "connection",
  scope: "connection",
}
