import { z } from "@medusajs/framework/zod"
import { POS_INTERFACES, type PosInterface } from "../../pos-api/client"

const rateLimitSchema = z.object({
  /** so many calls */
  requests: z.number().int().min(1).max(100_000),
  /** in so many seconds */
  seconds: z.number().min(0.1).max(3_600),
})

/** So many calls in so many seconds. */
export type RateLimit = z.output<typeof rateLimitSchema>

export type RateLimits = Partial<Record<PosInterface, RateLimit | null>>

/** What the service publishes (docs/service.md, [rateV3]); of the other interfaces it says nothing. */
const PUBLISHED_LIMITS: RateLimits = { inventory: { requests: 4, seconds: 1 } }

/** Limits by interface as a PosClient names them; one that is not named keeps its own, and null lifts it. */
export const rateLimitsSchema = z
  .partialRecord(z.enum(POS_INTERFACES), rateLimitSchema.nullable())
  .transform((limits): RateLimits => ({ ...PUBLISHED_LIMITS, ...limits }))
