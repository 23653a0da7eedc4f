import { z } from "zod"

/** A sync with its progress, as `GET /admin/pos/runs` tells of it. */
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
  created_at: z.string(),
  finished_at: z.string().nullable(),
})

export const runsAnswerSchema = z.looseObject({ runs: z.array(runSchema), count: z.number() })

export type Run = z.infer<typeof runSchema>
