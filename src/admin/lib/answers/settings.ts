import { z } from "zod"

export const FIELDS = [
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

/** `GET /admin/pos/connections/:id/push-settings`: how a connection pushes. */
export const pushSettingsSchema = z.looseObject({
  selection: z.looseObject({ by: z.string(), ids: z.array(z.string()) }),
  leave_policy: z.string(),
  invalid_policy: z.string(),
  variant_overflow: z.string(),
  long_texts: z.string(),
  category_choice: z.string(),
  category_path: z.boolean(),
  price: z.looseObject({
    region_id: z.string().nullable(),
    price_list_id: z.string().nullable(),
    sale_prices: z.boolean(),
  }),
  images: z.string(),
  field_owners: z.record(z.string(), z.string()),
})

export const pushSettingsAnswerSchema = z.looseObject({ push_settings: pushSettingsSchema })

/** `GET /admin/pos/connections/:id/mirror-settings`: what happens to what the counter tells. */
export const mirrorSettingsSchema = z.looseObject({
  stock_policy: z.string(),
  order_events: z.string(),
  /** decimal text */
  stock_buffer: z.string(),
  stock_start: z.string(),
  feeding_location_ids: z.array(z.string()),
  drift_policy: z.string(),
  counter_creation: z.string(),
  counter_deletion: z.string(),
})

export const mirrorSettingsAnswerSchema = z.looseObject({ mirror_settings: mirrorSettingsSchema })

export type PushSettings = z.infer<typeof pushSettingsSchema>
export type MirrorSettings = z.infer<typeof mirrorSettingsSchema>
