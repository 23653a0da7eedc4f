import { z } from "@medusajs/framework/zod"
import { mirrorSettingsSchema } from "../../../modules/pos/mirror-settings"
import {
  RECEIPT_STATES,
  STOCK_DIFFERENCE_CAUSES,
  STOCK_DIFFERENCE_STATES,
  STOCK_POLICIES,
} from "../../../modules/pos/models"
import { idSchema, plainTextSchema } from "../../id-schema"

const MAX_PAGE = 100

const pageFields = {
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(20),
  offset: z.coerce.number().int().min(0).default(0),
  connection_id: idSchema.optional(),
}

export const connectionListQuerySchema = z.object({ limit: pageFields.limit, offset: pageFields.offset })

export const runListQuerySchema = z.object(pageFields)

export const productLinkListQuerySchema = z.object({
  ...pageFields,
  product_id: idSchema.optional(),
  state: z.enum(["pending", "synced", "rejected", "excluded", "kept", "unsent"]).optional(),
})

export const receiptListQuerySchema = z.object({
  ...pageFields,
  order_id: idSchema.optional(),
  purchase_uuid: idSchema.optional(),
  /** the number on the paper */
  purchase_number: z.coerce.number().int().min(0).optional(),
  state: z.enum(RECEIPT_STATES).optional(),
  /** true: refunds only; false: sales only */
  refund: z.union([z.boolean(), z.stringbool()]).optional(),
  /** UTC, inclusive */
  sold_from: z.coerce.date().optional(),
  /** UTC, exclusive */
  sold_to: z.coerce.date().optional(),
})

export const inboxEntryListQuerySchema = z.object({
  ...pageFields,
  state: z.enum(["pending", "done", "ignored", "dead"]).optional(),
  source: z.enum(["webhook", "poll"]).optional(),
  event_name: plainTextSchema.max(255).optional(),
})

/** Body of `POST /admin/pos/inbox-entries/replay`: the entries to try again; without ids all dead ones. */
export const replayBodySchema = z.object({
  connection_id: idSchema,
  ids: z.array(idSchema).min(1).max(1_000).optional(),
})

/** Body of `POST /admin/pos/connections/:id/mirror-settings`: the choices to change. */
export const mirrorSettingsBodySchema = z.object({
  stock_policy: z.enum(STOCK_POLICIES).optional(),
  // `partial` alone would fill in the defaults of what is not named.
  order_events: mirrorSettingsSchema.shape.order_events.unwrap().optional(),
  stock_buffer: mirrorSettingsSchema.shape.stock_buffer.unwrap().optional(),
  stock_start: mirrorSettingsSchema.shape.stock_start.unwrap().optional(),
  feeding_location_ids: mirrorSettingsSchema.shape.feeding_location_ids.unwrap().optional(),
  drift_policy: mirrorSettingsSchema.shape.drift_policy.unwrap().optional(),
  counter_creation: mirrorSettingsSchema.shape.counter_creation.unwrap().optional(),
  counter_deletion: mirrorSettingsSchema.shape.counter_deletion.unwrap().optional(),
})

/** Body of `POST /admin/pos/connections/:id/backfill`: a day, `2025-01-31`, or a moment with its offset. */
export const backfillBodySchema = z.object({ since: z.union([z.iso.date(), z.iso.datetime({ offset: true })]) })

export const stockDifferenceListQuerySchema = z.object({
  ...pageFields,
  state: z.enum(STOCK_DIFFERENCE_STATES).optional(),
  cause: z.enum(STOCK_DIFFERENCE_CAUSES).optional(),
})

/** Body of `POST /admin/pos/stock-differences/decide`: for whom; without ids all open ones of the connection. */
export const decideDifferencesBodySchema = z.object({
  connection_id: idSchema,
  decision: z.enum(["trust-shop", "trust-pos", "ignored"]),
  ids: z.array(idSchema).min(1).max(1_000).optional(),
})

export type DecideDifferencesBody = z.infer<typeof decideDifferencesBodySchema>
export type BackfillBody = z.infer<typeof backfillBodySchema>
export type MirrorSettingsBody = z.infer<typeof mirrorSettingsBodySchema>
export type ConnectionListQuery = z.infer<typeof connectionListQuerySchema>
export type RunListQuery = z.infer<typeof runListQuerySchema>
export type ProductLinkListQuery = z.infer<typeof productLinkListQuerySchema>
export type ReceiptListQuery = z.infer<typeof receiptListQuerySchema>
export type InboxEntryListQuery = z.infer<typeof inboxEntryListQuerySchema>
export type ReplayBody = z.infer<typeof replayBodySchema>
