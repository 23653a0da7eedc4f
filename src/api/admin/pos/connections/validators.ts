import { z } from "@medusajs/framework/zod"
import { mirrorSettingsSchema } from "../../../../modules/pos/mirror-settings"
import { STOCK_POLICIES } from "../../../../modules/pos/models/connection"
import { pushSettingsSchema } from "../../../../modules/pos/push-settings"
import { idSchema, plainTextSchema } from "../../../utils/id-schema"
import { pageFields } from "../../../utils/page-fields"
import { contactEmailSchema, credentialFields, isOne, ONE } from "./credential-fields"

/** Query of `GET /admin/pos/connections`. */
export const connectionListQuerySchema = z.object(pageFields)

const push = pushSettingsSchema.shape

/** Body of `POST /admin/pos/connections/:id/push-settings`; what is not named stays. */
export const pushSettingsBodySchema = z.object({
  // `partial` alone would fill in the defaults of what is not named.
  selection: push.selection.unwrap().optional(),
  leave_policy: push.leave_policy.unwrap().optional(),
  invalid_policy: push.invalid_policy.unwrap().optional(),
  variant_overflow: push.variant_overflow.unwrap().optional(),
  long_texts: push.long_texts.unwrap().optional(),
  category_choice: push.category_choice.unwrap().optional(),
  category_path: push.category_path.unwrap().optional(),
  price: push.price.unwrap().optional(),
  images: push.images.unwrap().optional(),
  field_owners: push.field_owners.unwrap().optional(),
})

const mirror = mirrorSettingsSchema.shape

/** Body of `POST /admin/pos/connections/:id/mirror-settings`: the choices to change. */
export const mirrorSettingsBodySchema = z.object({
  stock_policy: z.enum(STOCK_POLICIES).optional(),
  order_events: mirror.order_events.unwrap().optional(),
  stock_buffer: mirror.stock_buffer.unwrap().optional(),
  stock_start: mirror.stock_start.unwrap().optional(),
  feeding_location_ids: mirror.feeding_location_ids.unwrap().optional(),
  drift_policy: mirror.drift_policy.unwrap().optional(),
  counter_creation: mirror.counter_creation.unwrap().optional(),
  counter_deletion: mirror.counter_deletion.unwrap().optional(),
})

/** Body of `POST /admin/pos/connections`; the settings apply from the first product on. */
export const connectBodySchema = z
  .object({
    ...credentialFields,
    sales_channel_id: idSchema,
    stock_location_id: idSchema,
    /** its currency must be the organisation's */
    region_id: idSchema,
    contact_email: contactEmailSchema,
    push_settings: pushSettingsBodySchema.optional(),
    mirror_settings: mirrorSettingsBodySchema.optional(),
  })
  .refine(isOne, ONE)

/** Body of `POST /admin/pos/connections/:id/api-key`. */
export const rotateKeyBodySchema = z.object(credentialFields).refine(isOne, ONE)

/** Query of `DELETE /admin/pos/connections/:id`. */
export const disconnectQuerySchema = z.object({
  /** `wipe`: all data of the connection are forgotten for good; see `GET …/:id/disconnect` for what that is */
  data: z.enum(["keep", "wipe"]).default("keep"),
  /** the API key ends at the service, too; false leaves it to the merchant */
  revoke: z.union([z.boolean(), z.stringbool()]).default(true),
})

/** Body of `POST /admin/pos/connections/:id/profile`: a region with the new currency, after that has changed. */
export const confirmProfileBodySchema = z.object({ region_id: idSchema.optional() })

/** Body of `POST /admin/pos/connections/:id/backfill`: a day, `2025-01-31`, or a moment with its offset. */
export const backfillBodySchema = z.object({ since: z.union([z.iso.date(), z.iso.datetime({ offset: true })]) })

/** Body of `POST /admin/pos/connections/:id/push`. */
export const startPushBodySchema = z.object({ reset: z.boolean().default(false) })

/** Query of `GET /admin/pos/connections/:id/dry-run`; `after` is the `next` of the page before. */
export const dryRunQuerySchema = z.object({
  after: plainTextSchema.default(""),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})
