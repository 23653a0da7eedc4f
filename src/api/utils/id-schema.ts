import type { MedusaRequest } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

const LONGEST_ID = 255

/** Text that the database can be asked for: it knows neither NUL nor half a character, and control characters are in no name. */
export const plainTextSchema = z.string().regex(/^[^\p{Cc}\p{Cs}]*$/u, "must not hold control characters")

/** An id in a path, a filter or a body, of whatever record. */
export const idSchema = plainTextSchema.min(1).max(LONGEST_ID)

/** The most records that one request names. */
export const MAX_NAMED = 1_000

/** The records that a request is for. */
export const idsSchema = z.array(idSchema).min(1).max(MAX_NAMED)

/** What is named in a path can be no record's id. */
class NoSuchRecordError extends MedusaError {
  constructor() {
    super(MedusaError.Types.NOT_FOUND, "There is no record with this id")
  }
}

/** The id that a path names. @throws NoSuchRecordError for what can be no id, before the database is asked */
export function pathId(request: MedusaRequest<unknown>, name = "id"): string {
  const id = idSchema.safeParse(request.params[name])
  if (!id.success) {
    throw new NoSuchRecordError()
  }
  return id.data
}
