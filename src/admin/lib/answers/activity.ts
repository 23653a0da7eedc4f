import { z } from "zod"

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
