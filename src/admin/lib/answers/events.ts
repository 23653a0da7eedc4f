import { z } from "zod"

/** A received event, as `GET /admin/pos/inbox-entries` returns it. */
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
  dismissal_reason: z.string().nullable(),
  created_at: z.string(),
})

export const inboxEntriesAnswerSchema = z.looseObject({ inbox_entries: z.array(inboxEntrySchema), count: z.number() })

export const inboxEntryAnswerSchema = z.looseObject({
  inbox_entry: inboxEntrySchema.extend({ payload: z.unknown().optional() }),
})

export const replayAnswerSchema = z.looseObject({ replayed: z.number() })

/** `POST …/undo-dismissal` of events and differences */
export const undoneAnswerSchema = z.looseObject({ undone: z.number() })

export const dismissAnswerSchema = z.looseObject({ dismissed: z.number() })

export type InboxEntry = z.infer<typeof inboxEntrySchema>

const factsSchema = z.record(z.string(), z.unknown()).nullable()

/** A decision: who, what, what was asked for, and of what it changed what differs. */
export const activitySchema = z.looseObject({
  id: z.string(),
  actor_id: z.string(),
  actor_name: z.string().nullable(),
  kind: z.string(),
  state: z.string(),
  asked: factsSchema,
  before: factsSchema,
  after: factsSchema,
  begun_at: z.string(),
})

/** `GET /admin/pos/activities` */
export const activitiesAnswerSchema = z.looseObject({ activities: z.array(activitySchema), count: z.number() })

export type Activity = z.infer<typeof activitySchema>

/** A sync with its progress, as `GET /admin/pos/runs` returns it. */
export const runSchema = z.looseObject({
  id: z.string(),
  connection_id: z.string(),
  kind: z.string(),
  state: z.string(),
  total: z.number(),
  done: z.number(),
  /** products a second, and how long it takes at that rate; null while nothing can be said */
  rate: z.number().nullish(),
  seconds_left: z.number().nullish(),
  rejected: z.number(),
  reason: z.string().nullable(),
  /** input and results, by its kind */
  details: z.unknown().optional(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
})

export const runsAnswerSchema = z.looseObject({ runs: z.array(runSchema), count: z.number() })

export type Run = z.infer<typeof runSchema>

/** `GET /admin/pos/connections/:id/plan`: how the store's products meet those at the POS. */
export const planSchema = z.looseObject({
  id: z.string(),
  state: z.string(),
  pos_total: z.number(),
  /** how many entries have each action */
  entries: z.record(z.string(), z.number()),
})

export const planAnswerSchema = z.looseObject({ plan: planSchema.nullable() })

export const planEntrySchema = z.looseObject({
  id: z.string(),
  product_id: z.string(),
  title: z.string(),
  /** link, create, conflict or ignore */
  action: z.string(),
  product_uuid: z.string().nullable(),
  matched_by: z.string().nullable(),
  /** percent */
  confidence: z.number(),
  reason: z.string().nullable(),
  candidates: z.array(z.looseObject({ uuid: z.string(), name: z.string().nullish() })).nullable(),
})

export const planEntriesAnswerSchema = z.looseObject({ entries: z.array(planEntrySchema), count: z.number() })

export type Plan = z.infer<typeof planSchema>
export type PlanEntry = z.infer<typeof planEntrySchema>
