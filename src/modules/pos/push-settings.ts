import { z } from "@medusajs/framework/zod"

/** What of the shop a connection sells: all published products, or those of some channels, collections, categories, tags. */
export const SELECTION_KINDS = ["all", "sales_channel", "collection", "category", "tag"] as const

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

export const selectionSchema = z
  .object({
    by: z.enum(SELECTION_KINDS).default("all"),
    /** ids of the channels, collections, categories or tags; a category includes those below it */
    ids: z.array(z.string().min(1)).max(1_000).default([]),
  })
  .refine(({ by, ids }) => by === "all" || ids.length > 0, { message: "name at least one id", path: ["ids"] })

/** Which of the shop's prices the till shows. */
export const priceChoiceSchema = z.object({
  /** a region's prices; null: the connection's own region */
  region_id: z.string().min(1).nullable().default(null),
  /** a price list whose prices win wherever it has one, active or not; null: none */
  price_list_id: z.string().min(1).nullable().default(null),
  /** false: price lists of the type "sale" are left out */
  sale_prices: z.boolean().default(true),
})

/** How a connection pushes: rows of data with defaults, so that a new setting needs no migration. */
export const pushSettingsSchema = z.object({
  selection: selectionSchema.prefault({}),
  /** what becomes of a product at the counter that leaves the selection or is unpublished */
  leave_policy: z.enum(["delete", "keep"]).default("delete"),
  /** what becomes of a product at the counter that can no longer be sent: its last good version stays, or it goes */
  invalid_policy: z.enum(["keep", "remove"]).default("keep"),
  /** more than 99 variants: refused with the reason, or spread over several products at the counter */
  variant_overflow: z.enum(["refuse", "split"]).default("refuse"),
  /** a description that is longer than the service takes: it ends at a word there, or the product is refused */
  long_texts: z.enum(["cut", "reject"]).default("cut"),
  /** the category that the till shows of several */
  category_choice: z.enum(["first", "deepest"]).default("first"),
  /** true: the category's name is written with those above it, "Kläder / Tröjor" */
  category_path: z.boolean().default(false),
  price: priceChoiceSchema.prefault({}),
  /** `url`: the service fetches pictures, uploads are the second try; `upload`: always uploaded; `off`: none are sent */
  images: z.enum(["url", "upload", "off"]).default("url"),
  /** who owns a field; fields that are not named are the shop's */
  field_owners: z.partialRecord(z.enum(OWNED_FIELDS), z.enum(FIELD_OWNERS)).default({}),
})

export type Selection = z.infer<typeof selectionSchema>
export type PriceChoice = z.infer<typeof priceChoiceSchema>
export type PushSettings = z.infer<typeof pushSettingsSchema>
export type OwnedField = (typeof OWNED_FIELDS)[number]

/** The settings of a connection; what was never set has its default. */
export function pushSettingsOf(connection: { push_settings: unknown }): PushSettings {
  return pushSettingsSchema.parse(connection.push_settings ?? {})
}
