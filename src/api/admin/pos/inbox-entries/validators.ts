import { z } from "@medusajs/framework/zod"
import { INBOX_SOURCES, INBOX_STATES } from "../../../../vocabulary/inbox-entry"
import { idSchema, idsSchema, plainTextSchema } from "../../../utils/id-schema"
import { pageFields } from "../../../utils/page-fields"

/** Query of `GET /admin/pos/inbox-entries`. */
export const inboxEntryListQuerySchema = z.object({
  ...pageFields,
  connection_id: idSchema.optional(),
  state: z.enum(INBOX_STATES).optional(),
  source: z.enum(INBOX_SOURCES).optional(),
  event_name: plainTextSchema.max(255).optional(),
})

/** Body of `POST /admin/pos/inbox-entries/replay`: the entries to try again; without ids all dead ones. */
export const replayBodySchema = z.object({ connection_id: idSchema, ids: idsSchema.optional() })

/** Body of `POST /admin/pos/inbox-entries/dismiss`: the dead entries to set aside; without ids all of them. */
export const dismissBodySchema = z.object({ connection_id: idSchema, ids: idsSchema.optional() })
