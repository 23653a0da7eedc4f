import { z } from "zod"
import { FIELD_OWNERS, OWNED_FIELDS } from "./owned-fields"
import { MISSING_PRICE, priceChoiceSchema } from "./price-choice"
import { selectionSchema } from "./selection"

/** How a connection pushes. One of a few words, or yes and no, is offered on the screens as it stands here. */
export const PUSH_FIELDS = {
  /** which published products are sold there */
  selection: selectionSchema,
  /** what becomes of a product at the counter that leaves the selection or is unpublished */
  leave_policy: z.enum(["delete", "keep"]),
  /** what becomes of a product at the counter that can no longer be sent: its last good version stays, or it goes */
  invalid_policy: z.enum(["keep", "remove"]),
  /** more than 99 variants: refused with the reason, or spread over several products at the counter */
  variant_overflow: z.enum(["refuse", "split"]),
  /** a description that is longer than the service takes: it ends at a word there, or the product is refused */
  long_texts: z.enum(["cut", "reject"]),
  /** the category that the till shows of several */
  category_choice: z.enum(["first", "deepest"]),
  /** true: the category's name is written with those above it, "Kläder / Tröjor" */
  category_path: z.boolean(),
  /** which of the shop's prices the till shows */
  price: priceChoiceSchema,
  /** a variant without a price in the chosen price list or region: the next price is sent with a note, or the product is rejected */
  missing_price: z.enum(MISSING_PRICE),
  /** `url`: the service fetches pictures, uploads are the second try; `upload`: always uploaded; `off`: none are sent */
  images: z.enum(["url", "upload", "off"]),
  /** who owns a field: what the counter owns is sent once and never again; fields that are not named are the shop's */
  field_owners: z.partialRecord(z.enum(OWNED_FIELDS), z.enum(FIELD_OWNERS)),
}

/** All settings; what is not named is as by default, so that a new one needs no migration. */
export const pushSettingsSchema = z.object({
  selection: PUSH_FIELDS.selection.prefault({}),
  leave_policy: PUSH_FIELDS.leave_policy.default("delete"),
  invalid_policy: PUSH_FIELDS.invalid_policy.default("keep"),
  variant_overflow: PUSH_FIELDS.variant_overflow.default("refuse"),
  long_texts: PUSH_FIELDS.long_texts.default("cut"),
  category_choice: PUSH_FIELDS.category_choice.default("first"),
  category_path: PUSH_FIELDS.category_path.default(false),
  price: PUSH_FIELDS.price.prefault({}),
  missing_price: PUSH_FIELDS.missing_price.default("fall_back"),
  images: PUSH_FIELDS.images.default("url"),
  field_owners: PUSH_FIELDS.field_owners.default({}),
} satisfies Record<keyof typeof PUSH_FIELDS, z.ZodType>)

/** A change of some; what is not named stays. */
export const pushSettingsChangeSchema = z.object(PUSH_FIELDS).partial()

export type PushSettings = z.infer<typeof pushSettingsSchema>
