import { z } from "@medusajs/framework/zod"
import { idSchema } from "../../../utils/schemas"

/** The most variants in one request. */
const MAX_VARIANTS = 100

/**
 * Ids that are repeated (`variant_id=a&variant_id=b`) or separated by commas. Express delivers more than 20 repeated
 * values as an object.
 */
const repeatedSchema = z
  .union([z.string(), z.array(z.string()), z.record(z.string(), z.string())])
  .transform((ids) => (typeof ids === "string" ? [ids] : Object.values(ids)).flatMap((id) => id.split(",")))

/** Query of `GET /store/pos/availability`. */
export const availabilityQuerySchema = z.object({
  /** ids of variants, repeated or separated by commas; at most 100 */
  variant_id: repeatedSchema.pipe(
    z.array(idSchema).min(1).max(MAX_VARIANTS, `at most ${MAX_VARIANTS} variants can be asked for in one request`)
  ),
})
