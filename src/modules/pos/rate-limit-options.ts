import { z } from "@medusajs/framework/zod"
import { POS_INTERFACES, type PosInterface } from "../../pos-api/client"

const rateLimitSchema = z.object({
  /** number of calls */
  requests: z.number().int().min(1).max(100_000),
  /** within this number of seconds */
  seconds: z.number().min(0.1).max(3_600),
})

/** A rate limit: a number of calls in a number of seconds. */
export type RateLimit = z.output<typeof rateLimitSchema>

export type RateLimits = Partial<Record<PosInterface, RateLimit | null>>

/** Limits that the POS publishes (docs/reference/pos-api.md, [rateV3]). It publishes none for the other interfaces. */
export const PUBLISHED_LIMITS: RateLimits = { inventory: { requests: 4, seconds: 1 } }

/** Rate limits by PosClient interface. An interface that is not named keeps its default, and null removes the limit. */
export const rateLimitsSchema = z.partialRecord(z.enum(POS_INTERFACES), rateLimitSchema.nullable())
