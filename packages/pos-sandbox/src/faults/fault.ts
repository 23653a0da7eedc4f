import { v4 as uuidVersion4 } from "uuid"
import { z } from "zod"
import { type InterfaceName, INTERFACES } from "../http/interfaces"

/** Maximum of faults at once; each call checks all of them. */
export const MAX_FAULTS = 100

/** Which of the calls or notifications that a fault could hit it does hit. */
const aim = {
  /** 0 to 1; each call throws dice of its own */
  probability: z.number().min(0).max(1).default(1),
  /** after this many hits the fault is over; absent: until it is deleted */
  times: z.number().int().positive().optional(),
}

const callAim = {
  ...aim,
  interface: z.enum([...INTERFACES, "all"]),
  method: z.enum(["GET", "POST", "PUT", "DELETE"]).optional(),
  /** part of the call's path and query, such as a product's UUID; absent: any */
  address: z.string().min(1).optional(),
}

/** `after`: the call has its effect and only the answer is lost, which is what makes a retry dangerous. */
const moment = { when: z.enum(["before", "after"]).default("before") }

/** A fault of an interface, or of the delivery of notifications. */
export const faultSchema = z.discriminatedUnion("kind", [
  z.looseObject({ kind: z.literal("latency"), ...callAim, milliseconds: z.number().int().min(0).max(120_000) }),
  z.looseObject({
    kind: z.literal("status"),
    ...callAim,
    ...moment,
    status: z.number().int().min(400).max(599),
    /** seconds, for the Retry-After header */
    retryAfter: z.number().int().min(0).optional(),
  }),
  z.looseObject({ kind: z.literal("reset"), ...callAim, ...moment }),
  z.looseObject({ kind: z.literal("cut"), ...callAim }),
  z.looseObject({ kind: z.literal("garbage"), ...callAim }),
  z.looseObject({ kind: z.literal("lose"), ...aim, eventName: z.string().optional() }),
  z.looseObject({
    kind: z.literal("duplicate"),
    ...aim,
    eventName: z.string().optional(),
    copies: z.number().int().min(2).max(10).default(2),
  }),
  z.looseObject({
    kind: z.literal("delay"),
    ...aim,
    eventName: z.string().optional(),
    /** of the sandbox's clock */
    seconds: z.number().min(0).max(604_800),
  }),
  z.looseObject({ kind: z.literal("reorder"), ...aim, eventName: z.string().optional() }),
  /** rightly signed, with null for every value of its payload */
  z.looseObject({ kind: z.literal("garble"), ...aim, eventName: z.string().optional() }),
])

export type FaultInput = z.output<typeof faultSchema>

/** A fault that was injected, with how often it has hit. */
export type Fault = FaultInput & { id: string; hits: number }

export const newFault = (input: FaultInput): Fault => ({ ...input, id: uuidVersion4(), hits: 0 })

/** Throws the dice for a fault and counts the hit. */
export function hits(fault: Fault): boolean {
  if (fault.times !== undefined && fault.hits >= fault.times) {
    return false
  }
  if (fault.probability < 1 && Math.random() >= fault.probability) {
    return false
  }
  fault.hits++
  return true
}

/** What becomes of one notification. */
export type NotificationPlan =
  | { kind: "none" | "duplicate"; copies: number }
  | { kind: "lose" | "reorder" | "garble" }
  | { kind: "delay"; seconds: number }

/** The first fault that hits an event decides what becomes of its notification. */
export function planNotification(faults: Fault[], eventName: string): NotificationPlan {
  for (const fault of faults) {
    if ("interface" in fault) {
      continue
    }
    switch (fault.kind) {
      case "lose":
      case "reorder":
      case "garble":
        if (concerns(fault, eventName) && hits(fault)) {
          return { kind: fault.kind }
        }
        break
      case "delay":
        if (concerns(fault, eventName) && hits(fault)) {
          return { kind: "delay", seconds: fault.seconds }
        }
        break
      case "duplicate":
        if (concerns(fault, eventName) && hits(fault)) {
          return { kind: "duplicate", copies: fault.copies }
        }
        break
    }
  }
  return { kind: "none", copies: 1 }
}

function concerns(fault: { eventName?: string | undefined }, eventName: string): boolean {
  return fault.eventName === undefined || fault.eventName === eventName
}

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
