import { z } from "@medusajs/framework/zod"

/**
 * A change of the organisation that a person must know of.
 * `taxation`: prices at the counter now mean something else, and all are pushed anew; nothing waits. `currency`: the
 * connection is paused until a region with the new currency is chosen, since every price would be wrong.
 */
export const profileWarningSchema = z.object({
  kind: z.enum(["taxation", "currency"]),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** UTC, ISO 8601 */
  found_at: z.string(),
  /** for a person to read */
  message: z.string(),
})

export type ProfileWarning = z.infer<typeof profileWarningSchema>

const storedWarningSchema = profileWarningSchema.nullable()

/** The open warning of a connection; null: none. */
export function profileWarningOf(connection: { profile_warning: unknown }): ProfileWarning | null {
  return storedWarningSchema.parse(connection.profile_warning ?? null)
}
