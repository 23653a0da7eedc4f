import { z } from "zod"

/**
 * A change of the organization's profile that a person must confirm. `taxation`: prices at the POS now have another
 * meaning and are all pushed again; nothing waits. `currency`: all prices would be wrong, so the connection is paused
 * until a region with the new currency is chosen.
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

/** Returns the open warning of a connection; null: none. */
export function getProfileWarning(connection: { profile_warning: unknown }): ProfileWarning | null {
  return storedWarningSchema.parse(connection.profile_warning ?? null)
}
