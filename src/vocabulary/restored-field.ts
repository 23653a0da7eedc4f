import { z } from "zod"

/** A field of the store that was edited at the POS, and restored there by a push. */
export const restoredFieldSchema = z.object({
  /** as a dry run names it, for example `variants.M.price` */
  field: z.string(),
  /** what the POS had last */
  before: z.unknown(),
  /** what was restored */
  after: z.unknown(),
  /** how often, since edits of the same field follow each other within a day */
  times: z.number(),
  restored_at: z.string(),
  /** its entry in the activity log */
  activity_id: z.string(),
})

export type RestoredField = z.infer<typeof restoredFieldSchema>

/** A product keeps its latest ones; the activity log has all. */
export const RESTORED_FIELDS_KEPT = 20
