import { z } from "zod"

/** `GET /admin/pos/connections/:id/plan`: how the shop's products meet those at the counter. */
export const planSchema = z.looseObject({
  id: z.string(),
  state: z.string(),
  counter_total: z.number(),
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
