import { z } from "zod"
import { accountingChoiceSchema, accountingSettingsSchema } from "./accounting"
import { STOCK_POLICIES } from "./connection"
import { getKeys } from "./keys"
import { massChangeLimitsSchema } from "./mass-changes"
import { timeZoneSchema } from "./time"

/** Product fields that the store or the POS can own. A field that the POS owns is sent once and never again. */
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

const FIELD_OWNERS = ["store", "pos"] as const

export type OwnedField = (typeof OWNED_FIELDS)[number]

/** Which of the store's prices the POS shows. */
export const priceChoiceSchema = z.object({
  /** the region of the prices; null: the connection's own region */
  region_id: z.string().min(1).nullable().default(null),
  /** a price list that takes precedence where it has a price, active or not; null: none */
  price_list_id: z.string().min(1).nullable().default(null),
  /** false: price lists of the type "sale" are ignored */
  sale_prices: z.boolean().default(true),
})

/** Schemas of settings by name. */
export type SettingFields = Record<string, z.ZodType>

type WithoutDefault<Field> =
  Field extends z.ZodDefault<infer Inner> ? Inner : Field extends z.ZodPrefault<infer Inner> ? Inner : Field

/**
 * Returns the schemas of settings without their defaults: in a change, a setting that is missing stays as it is.
 */
function withoutDefaults<Fields extends SettingFields>(
  fields: Fields
): { [Name in keyof Fields]: WithoutDefault<Fields[Name]> }
function withoutDefaults(fields: SettingFields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field instanceof z.ZodDefault || field instanceof z.ZodPrefault ? field.unwrap() : field,
    ])
  )
}

/** What happens to a product when the chosen price list or region has no price for a variant. */
const MISSING_PRICE = ["fall_back", "reject"] as const

export type PriceChoice = z.infer<typeof priceChoiceSchema>

/** Ways to select a connection's products: all published ones, or by channel, collection, category or tag. */
export const SELECTION_KINDS = ["all", "sales_channel", "collection", "category", "tag"] as const

export const selectionSchema = z
  .object({
    /** all published products, or those of some channels, collections, categories or tags */
    by: z.enum(SELECTION_KINDS).default("all"),
    /** ids of the channels, collections, categories or tags; a category includes its subcategories */
    ids: z.array(z.string().min(1)).max(1_000).default([]),
  })
  .refine(({ by, ids }) => by === "all" || ids.length > 0, { message: "name at least one id", path: ["ids"] })

export type SelectionKind = (typeof SELECTION_KINDS)[number]
export type Selection = z.infer<typeof selectionSchema>

/**
 * Outbound settings with their defaults, so that a new one needs no migration. Enumerations and booleans appear on the
 * admin's settings page automatically.
 */
const OUTBOUND_SETTINGS = {
  /** which published products are sold at the POS */
  selection: selectionSchema.prefault({}),
  /** what happens to a POS product that leaves the selection or is unpublished */
  on_deselected: z.enum(["delete", "keep"]).default("delete"),
  /** what happens to a POS product that can no longer be sent: its last valid version stays, or it is removed */
  on_invalid: z.enum(["keep", "remove"]).default("keep"),
  /** a product with more than 99 variants: rejected with the reason, or split into several POS products */
  variant_overflow: z.enum(["reject", "split"]).default("reject"),
  /** a description that is longer than the POS accepts: truncated at a word, or the product is rejected */
  description_overflow: z.enum(["truncate", "reject"]).default("truncate"),
  /** which of several categories the POS shows */
  category_strategy: z.enum(["first", "deepest"]).default("first"),
  /** true: the category's name includes its parents, "Kläder / Tröjor" */
  category_path: z.boolean().default(false),
  /** which of the store's prices the POS shows */
  price: priceChoiceSchema.prefault({}),
  /**
   * a variant without a price in the chosen price list or region: the next price is sent with a note, or the product is
   * rejected
   */
  missing_price: z.enum(MISSING_PRICE).default("fall_back"),
  /** `url`: the POS fetches images, with uploads as a fallback; `upload`: always uploaded; `off`: none are sent */
  images: z.enum(["url", "upload", "off"]).default("url"),
  /**
   * the owner of each field: a field that the POS owns is sent once and never again; the store owns fields that are not
   * named
   */
  field_owners: z.partialRecord(z.enum(OWNED_FIELDS), z.enum(FIELD_OWNERS)).default({}),
  /**
   * true: removals, zero or wildly changed prices and lost images of many products at once are held until a person
   * decides, as are removals and prices that come from the POS; false: they are sent, and taken over
   */
  hold_mass_changes: z.boolean().default(true),
  /** how many products are many, see {@link massChangeLimitsSchema} */
  mass_change_limits: massChangeLimitsSchema.prefault({}),
}

/** Outbound settings without their defaults. */
export const PUSH_FIELDS = withoutDefaults(OUTBOUND_SETTINGS)

/** All outbound settings, with defaults for those that are missing. */
export const outboundSettingsSchema = z.object(OUTBOUND_SETTINGS)

/** A change of some outbound settings; the others stay. */
export const outboundSettingsChangeSchema = z.object(PUSH_FIELDS).partial()

export type OutboundSettings = z.infer<typeof outboundSettingsSchema>

/** What storefronts may read about the goods at a connection's stock location. */
export const AVAILABILITY_DETAILS = ["off", "state", "quantity"] as const

/** Decimal text ≥ 0: "0", "2", "0.5". */
const bufferSchema = z.string().regex(/^\d+(\.\d+)?$/, "must be a decimal number that is not negative")

/**
 * Inbound settings with their defaults, so that a new one needs no migration. Enumerations appear on the admin's
 * settings page automatically.
 */
const INBOUND_SETTINGS = {
  /**
   * which stock level is used when both sides had stock at the initial matching: ask and show the differences, or one
   * side's
   */
  initial_stock_source: z.enum(["ask", "store", "pos"]).default("ask"),
  /** what a reconciliation does with a difference: show it, or adopt one side's level */
  drift_policy: z.enum(["report", "trust-store", "trust-pos"]).default("report"),
  /**
   * what happens to a product that is created at the POS: listed for adoption, added to the store as a draft, or
   * ignored
   */
  on_pos_product_created: z.enum(["list", "draft", "ignore"]).default("list"),
  /**
   * what happens to a store product that is deleted at the POS: it is restored there, no longer sold there, or made a
   * draft in the store
   */
  on_pos_product_deleted: z.enum(["restore", "unlink", "draft"]).default("restore"),
  /** which of Medusa's order events are emitted for an imported order; stores send email on `order.placed` */
  order_events: z.enum(["all-but-placed", "all", "none"]).default("all-but-placed"),
  /** stock locations whose stock the POS may sell, in addition to the connection's own, which POS sales move */
  additional_stock_location_ids: z.array(z.string().min(1)).max(100).default([]),
  /** quantity that the POS may not sell: it is sent the available stock less this; a product may have its own */
  stock_buffer: bufferSchema.default("0"),
  /**
   * who sets low-stock levels: off, the store (metadata `low_stock` of the variant, else of its inventory item, else of
   * the product; sent to the POS where stock is two-way), or the POS
   */
  low_stock: z.enum(["off", "store", "pos"]).default("off"),
  /**
   * what storefronts read about the goods at the connection's stock location: nothing, whether they are in stock, low or
   * out, or the exact quantity as well
   */
  availability: z.enum(AVAILABILITY_DETAILS).default("state"),
  /** quantity up to which goods at the location are low for storefronts; 0: they are never low */
  availability_low: bufferSchema.default("2"),
  /**
   * time zone of the days in reports and accounting when the POS's profile has none, such as Europe/Stockholm; null:
   * none is chosen, and UTC is used
   */
  time_zone: timeZoneSchema.nullable().default(null),
  /** accounting: accounts and closed days */
  accounting: accountingSettingsSchema.default(accountingSettingsSchema.parse({})),
}

/** Inbound settings without their defaults, as a merchant chooses them. */
export const MIRROR_FIELDS = {
  ...withoutDefaults(INBOUND_SETTINGS),
  /** accounting: accounts and closed days */
  accounting: accountingChoiceSchema,
}

/** All inbound settings, with defaults for those that are missing. */
export const inboundSettingsSchema = z.object(INBOUND_SETTINGS)

/**
 * Inbound settings with the connection's stock policy, which is chosen on the same page and stored in a column of its
 * own.
 */
export const CHOSEN_MIRROR_FIELDS = {
  /**
   * direction of stock movements; default: `two_way` where the POS's inventory API is configured, else `pos_to_store`: from
   * the POS to the store
   */
  stock_sync: z.enum(STOCK_POLICIES),
  ...MIRROR_FIELDS,
}

export const chosenInboundSettingsSchema = inboundSettingsSchema.extend({
  stock_sync: CHOSEN_MIRROR_FIELDS.stock_sync,
})

/** A change of some inbound settings; the others stay. */
export const inboundSettingsChangeSchema = z.object(CHOSEN_MIRROR_FIELDS).partial()

export type InboundSettings = z.infer<typeof inboundSettingsSchema>
export type InboundSettingsChange = z.infer<typeof inboundSettingsChangeSchema>
export type ChosenInboundSettings = z.infer<typeof chosenInboundSettingsSchema>

/** Lists the enumeration settings with their values. The admin shows them automatically, with texts of these names. */
export function wordsIn(fields: SettingFields): { name: string; words: string[] }[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field instanceof z.ZodEnum ? [{ name, words: field.options.map(String) }] : []
  )
}

/** Lists the names of the boolean settings, likewise. */
export function flagsIn(fields: SettingFields): string[] {
  return Object.entries(fields).flatMap(([name, field]) => (field instanceof z.ZodBoolean ? [name] : []))
}

/** Names of the settings that can be copied to another connection: all that are chosen on its page. */
export const COPIED_SETTINGS = [...getKeys(PUSH_FIELDS), ...getKeys(CHOSEN_MIRROR_FIELDS)]

/**
 * Why a setting was not copied. `other-currency`: its region sells in another currency; `other-country`: charts of
 * accounts and VAT rates belong to a country; `no-inventory`: the POS's inventory API is not configured there.
 */
export const LEFT_OUT_REASONS = ["other-currency", "other-country", "no-inventory"] as const

export type CopiedSetting = keyof typeof PUSH_FIELDS | keyof typeof CHOSEN_MIRROR_FIELDS
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number]
