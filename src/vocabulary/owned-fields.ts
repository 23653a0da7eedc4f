/** Fields of a product that the shop or the counter can own; what the counter owns is sent once and never again. */
export const OWNED_FIELDS = [
  "name",
  "description",
  "category",
  "unitName",
  "tax",
  "price",
  "costPrice",
  "barcode",
  "sku",
  "images",
] as const

export const FIELD_OWNERS = ["shop", "counter"] as const

export type OwnedField = (typeof OWNED_FIELDS)[number]
