import { z } from "@medusajs/framework/zod"

const MAX_PAGE = 100

/** Body of `POST /admin/pos/connections`. */
export const connectBodySchema = z.object({
  /** pasted as the service shows it */
  api_key: z.string().min(1).max(8_192),
  sales_channel_id: z.string().min(1),
  stock_location_id: z.string().min(1),
  /** its currency must be the organisation's */
  region_id: z.string().min(1),
  /** where the service writes when notifications fail; default: the option contactEmail */
  contact_email: z.email().max(512).optional(),
})

const pageFields = {
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(20),
  offset: z.coerce.number().int().min(0).default(0),
  connection_id: z.string().optional(),
}

export const connectionListQuerySchema = z.object({ limit: pageFields.limit, offset: pageFields.offset })

export const runListQuerySchema = z.object(pageFields)

export const productLinkListQuerySchema = z.object({
  ...pageFields,
  product_id: z.string().optional(),
  state: z.enum(["pending", "synced", "rejected", "excluded", "kept", "unsent"]).optional(),
})

export const receiptListQuerySchema = z.object({
  ...pageFields,
  order_id: z.string().optional(),
  purchase_uuid: z.string().optional(),
})

export const inboxEntryListQuerySchema = z.object({
  ...pageFields,
  state: z.enum(["pending", "done", "ignored", "dead"]).optional(),
})

/** Body of `POST /admin/pos/inbox-entries/replay`: the dead entries to try again; without ids all of them. */
export const replayBodySchema = z.object({
  connection_id: z.string().min(1),
  ids: z.array(z.string()).min(1).max(1_000).optional(),
})

export type ConnectBody = z.infer<typeof connectBodySchema>
export type ConnectionListQuery = z.infer<typeof connectionListQuerySchema>
export type RunListQuery = z.infer<typeof runListQuerySchema>
export type ProductLinkListQuery = z.infer<typeof productLinkListQuerySchema>
export type ReceiptListQuery = z.infer<typeof receiptListQuerySchema>
export type InboxEntryListQuery = z.infer<typeof inboxEntryListQuerySchema>
export type ReplayBody = z.infer<typeof replayBodySchema>
