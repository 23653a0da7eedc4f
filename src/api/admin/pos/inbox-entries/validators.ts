import { z } from "zod"
import { INBOX_SOURCES, INBOX_STATES } from "../../../../contract/processing"
import { dismissalReasonSchema, idSchema, idsSchema, pageFields, plainTextSchema } from "../../../utils/schemas"

/** Query of `GET /admin/pos/inbox-entries`. */
export const inboxEntryListQuerySchema = z.object({
  ...pageFields,
  connection_id: idSchema.optional(),
  state: z.enum(INBOX_STATES).optional(),
  source: z.enum(INBOX_SOURCES).optional(),
  event_name: plainTextSchema.max(255).optional(),
})

/** Body of `POST /admin/pos/inbox-entries/replay`: the entries to replay; without ids all dead ones. */
export const replayBodySchema = z.object({ connection_id: idSchema, ids: idsSchema.optional() })

/** Body of `POST /admin/pos/inbox-entries/dismiss`: the dead entries to dismiss; without ids all of them. */
export const dismissBodySchema = z.object({
  connection_id: idSchema,
  ids: idsSchema.optional(),
  /** why; shown with the entries and in the activity log */
  reason: dismissalReasonSchema.optional(),
})
