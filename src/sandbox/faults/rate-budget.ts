import { z } from "@medusajs/framework/zod"
import { INTERFACES } from "../interfaces"

/** So many calls in so many seconds of the sandbox's clock; more are answered 429. */
export const rateBudgetSchema = z.looseObject({
  requests: z.number().int().positive(),
  seconds: z.number().positive(),
})

/** Budgets by interface; null lifts one. */
export const budgetsSchema = z.partialRecord(z.enum(INTERFACES), rateBudgetSchema.nullable())

export type RateBudget = z.output<typeof rateBudgetSchema>
