import { z } from "zod"

/** A variant whose levels differ; levels are decimal text. `GET /admin/pos/stock-differences` */
export const differenceSchema = z.looseObject({
  id: z.string(),
  variant_id: z.string().nullable(),
  /** null: the store does not count the variant */
  store_level: z.string().nullable(),
  pos_level: z.string(),
  ledger_level: z.string().nullable(),
  cause: z.string(),
  state: z.string(),
  found_at: z.string(),
  dismissal_reason: z.string().nullable(),
})

/** `POST /admin/pos/stock-differences/decide`: how many were settled, and why others were not */
export const decidedAnswerSchema = z.looseObject({
  decided: z.number(),
  left_open: z.array(z.looseObject({ reason: z.string(), count: z.number() })).default([]),
})

export const differencesAnswerSchema = z.looseObject({
  stock_differences: z.array(differenceSchema),
  count: z.number(),
})

/** `GET /admin/pos/stock-movements`: the ledger of a variant */
export const movementsAnswerSchema = z.looseObject({
  stock_movements: z.array(
    z.looseObject({
      id: z.string(),
      kind: z.string(),
      state: z.string(),
      change: z.string(),
      pos_balance_after: z.string().nullable(),
      occurred_at: z.string(),
    })
  ),
  count: z.number(),
})

export type Difference = z.infer<typeof differenceSchema>
