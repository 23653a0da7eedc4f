import { z } from "zod"

/** What came in, as `GET /admin/pos/inbox-entries` tells of it. */
export const inboxEntrySchema = z.looseObject({
  id: z.string(),
  connection_id: z.string(),
  event_name: z.string(),
  aggregate: z.string(),
  source: z.string(),
  state: z.string(),
  reason: z.string().nullable(),
  attempts: z.number(),
  next_attempt_at: z.string().nullable(),
  handled_at: z.string().nullable(),
  created_at: z.string(),
})

export const inboxEntriesAnswerSchema = z.looseObject({ inbox_entries: z.array(inboxEntrySchema), count: z.number() })

export const inboxEntryAnswerSchema = z.looseObject({ inbox_entry: inboxEntrySchema.extend({ payload: z.unknown() }) })

export const replayAnswerSchema = z.looseObject({ replayed: z.number() })

export const dismissAnswerSchema = z.looseObject({ dismissed: z.number() })

export type InboxEntry = z.infer<typeof inboxEntrySchema>
