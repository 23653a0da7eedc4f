import { z } from "@medusajs/framework/zod"
import { DATA_AFTER_DISCONNECT } from "../../../../vocabulary/connection"
import { COPIED_SETTINGS } from "../../../../vocabulary/copied-settings"
import { mirrorSettingsChangeSchema } from "../../../../vocabulary/mirror-settings"
import { pushSettingsChangeSchema } from "../../../../vocabulary/push-settings"
import { groupNameSchema } from "../../../utils/group-name-schema"
import { idSchema, plainTextSchema } from "../../../utils/id-schema"
import { pageFields } from "../../../utils/page-fields"
import { contactEmailSchema, credentialFields, isOne, ONE } from "./credential-fields"

/** Query of `GET /admin/pos/connections`. */
export const connectionListQuerySchema = z.object({ ...pageFields, group_name: groupNameSchema.optional() })

/** Body of `POST /admin/pos/connections`; the settings apply from the first product on. */
export const connectBodySchema = z
  .object({
    ...credentialFields,
    sales_channel_id: idSchema,
    stock_location_id: idSchema,
    /** its currency must be the organisation's */
    region_id: idSchema,
    contact_email: contactEmailSchema,
    push_settings: pushSettingsChangeSchema.optional(),
    mirror_settings: mirrorSettingsChangeSchema.optional(),
  })
  .refine(isOne, ONE)

/** Body of `POST /admin/pos/connections/:id/api-key`. */
export const rotateKeyBodySchema = z.object(credentialFields).refine(isOne, ONE)

/** Query of `DELETE /admin/pos/connections/:id`. */
export const disconnectQuerySchema = z.object({
  /** `wipe`: all data of the connection are forgotten for good; see `GET …/:id/disconnect` for what that is */
  data: z.enum(DATA_AFTER_DISCONNECT).default("keep"),
  /** the API key ends at the service, too; false leaves it to the merchant */
  revoke: z.union([z.boolean(), z.stringbool()]).default(true),
})

/** Body of `POST /admin/pos/connections/:id/profile`: a region with the new currency, after that has changed. */
export const confirmProfileBodySchema = z.object({ region_id: idSchema.optional() })

/** Query of `GET /admin/pos/connections/:id/copied-settings`. */
export const copiedSettingsQuerySchema = z.object({ from_connection_id: idSchema })

/** Body of `POST /admin/pos/connections/:id/copied-settings`. */
export const copySettingsBodySchema = z.object({
  from_connection_id: idSchema,
  /** only these of the settings that differ; left out: all of them */
  names: z.array(z.enum(COPIED_SETTINGS)).min(1).optional(),
})

/** Body of `POST /admin/pos/connections/:id/group`; null: it belongs to none. */
export const groupBodySchema = z.object({ group_name: groupNameSchema.nullable() })

/** Body of `POST /admin/pos/connections/:id/backfill`: a day, `2025-01-31`, or a moment with its offset. */
export const backfillBodySchema = z.object({ since: z.union([z.iso.date(), z.iso.datetime({ offset: true })]) })

/** Body of `POST /admin/pos/connections/:id/push`. */
export const startPushBodySchema = z.object({ reset: z.boolean().default(false) })

/** Query of `GET /admin/pos/connections/:id/dry-run`; `after` is the `next` of the page before. */
export const dryRunQuerySchema = z.object({
  after: plainTextSchema.default(""),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})
