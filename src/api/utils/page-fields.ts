import { z } from "@medusajs/framework/zod"

/** The most records that one answer of a list holds. */
const MAX_PAGE = 100

const offsetSchema = z.coerce.number().int().min(0)

/** Which part of a list is asked for. */
export const pageFields = {
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(20),
  offset: offsetSchema.default(0),
}

/** As {@link pageFields}, for lists that are not counted to their end. */
export const longListPageFields = { ...pageFields, offset: offsetSchema.max(10_000_000).default(0) }
