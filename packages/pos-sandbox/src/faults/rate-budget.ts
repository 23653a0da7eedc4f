import { z } from "zod"
import { type InterfaceName, INTERFACES } from "../http/interfaces"

/** So many calls in so many seconds of the sandbox's clock; more are answered 429. */
const rateBudgetSchema = z.looseObject({
  requests: z.number().int().positive(),
  seconds: z.number().positive(),
  /** who shares it: each credential has one of its own (default), or all of an organization have one */
  per: z.enum(["credential", "organization"]).optional(),
  /** counted in fixed windows (default), or as an average that gives back a call at a time as it goes by */
  counting: z.enum(["window", "average"]).optional(),
  /** whether a refusal says when to come back (default) */
  retryAfter: z.boolean().optional(),
})

/** Budgets by interface; null lifts one. */
export const budgetsSchema = z.partialRecord(z.enum(INTERFACES), rateBudgetSchema.nullable())

export type RateBudget = z.output<typeof rateBudgetSchema>

/** Calls that were used of a budget, as of a moment in epoch milliseconds. */
export type RateCounter = { at: number; used: number }

export type Budgets = Partial<Record<InterfaceName, RateBudget>>

/** What is not named stays as it is. */
export function changeBudgets(budgets: Budgets, change: z.output<typeof budgetsSchema>): void {
  for (const name of INTERFACES) {
    const budget = change[name]
    if (budget === null) {
      delete budgets[name]
    } else if (budget !== undefined) {
      budgets[name] = budget
    }
  }
}

/** What the running POS allows on its inventory: 4 a second, averaged over a few seconds, for a whole organization. */
export const OBSERVED_INVENTORY_BUDGET: RateBudget = {
  requests: 12,
  seconds: 3,
  per: "organization",
  counting: "average",
  retryAfter: false,
}
