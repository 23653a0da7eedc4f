import { z } from "@medusajs/framework/zod"
import { pushSettingsSchema } from "../../../modules/pos/push-settings"
import { overridesSchema } from "../../../workflows/push/overrides"
import { idSchema, plainTextSchema } from "../../id-schema"

const MAX_PAGE = 100
const MAX_PRODUCTS = 1_000

const connectionField = { connection_id: idSchema }
const productIdsField = { product_ids: z.array(idSchema).min(1).max(MAX_PRODUCTS) }

const settings = pushSettingsSchema.shape

/** Body of `POST /admin/pos/connections/:id/push-settings`; what is not named stays. */
export const pushSettingsBodySchema = z.object({
  // `partial` alone would fill in the defaults of what is not named.
  selection: settings.selection.unwrap().optional(),
  leave_policy: settings.leave_policy.unwrap().optional(),
  invalid_policy: settings.invalid_policy.unwrap().optional(),
  variant_overflow: settings.variant_overflow.unwrap().optional(),
  long_texts: settings.long_texts.unwrap().optional(),
  category_choice: settings.category_choice.unwrap().optional(),
  category_path: settings.category_path.unwrap().optional(),
  price: settings.price.unwrap().optional(),
  images: settings.images.unwrap().optional(),
  field_owners: settings.field_owners.unwrap().optional(),
})

/** Body of `POST /admin/pos/connections/:id/push`. */
export const startPushBodySchema = z.object({ reset: z.boolean().default(false) })

/** Query of `GET /admin/pos/connections/:id/dry-run`; `after` is the `next` of the page before. */
export const dryRunQuerySchema = z.object({
  after: plainTextSchema.default(""),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})

/** Body of `POST /admin/pos/product-links/inclusion`. */
export const inclusionBodySchema = z.object({
  ...connectionField,
  ...productIdsField,
  inclusion: z.enum(["auto", "include", "exclude"]),
})

/** Body of `POST /admin/pos/product-links/push`: tries products again now. */
export const pushProductsBodySchema = z.object({ ...connectionField, ...productIdsField })

/** Body of `POST /admin/pos/product-links/overrides`; null: the shop's own again. */
export const overridesBodySchema = z.object({
  ...connectionField,
  product_id: idSchema,
  overrides: overridesSchema.nullable(),
})

/** Body of `POST /admin/pos/barcodes`. */
export const barcodesBodySchema = z.object(productIdsField)

/** Body of `POST /admin/pos/runs/:id/actions`. */
export const runActionBodySchema = z.object({ action: z.enum(["pause", "resume", "cancel"]) })

export const pictureListQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(20),
  offset: z.coerce.number().int().min(0).default(0),
  connection_id: idSchema.optional(),
  state: z.enum(["stored", "invalid"]).optional(),
})

/** Body of `POST /admin/pos/pictures/retry`. */
export const retryPicturesBodySchema = z.object(connectionField)

export const planEntryListQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(20),
  offset: z.coerce.number().int().min(0).default(0),
  action: z.enum(["link", "create", "conflict", "ignore"]).optional(),
})

/** Body of `POST /admin/pos/plans/:id/entries`: the merchant's word on entries. */
export const planEntriesBodySchema = z.object({
  entries: z
    .array(
      z.object({
        id: idSchema,
        action: z.enum(["link", "create", "ignore"]),
        /** the product at the counter, for `link` */
        product_uuid: z.guid().optional(),
      })
    )
    .min(1)
    .max(MAX_PRODUCTS),
})

export type PushSettingsBody = z.infer<typeof pushSettingsBodySchema>
export type StartPushBody = z.infer<typeof startPushBodySchema>
export type InclusionBody = z.infer<typeof inclusionBodySchema>
export type PushProductsBody = z.infer<typeof pushProductsBodySchema>
export type OverridesBody = z.infer<typeof overridesBodySchema>
export type BarcodesBody = z.infer<typeof barcodesBodySchema>
export type RunActionBody = z.infer<typeof runActionBodySchema>
export type RetryPicturesBody = z.infer<typeof retryPicturesBodySchema>
export type PlanEntriesBody = z.infer<typeof planEntriesBodySchema>
