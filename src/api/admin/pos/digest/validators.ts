import { z } from "@medusajs/framework/zod"
import { LANGUAGE_CODES } from "../../../../contract/languages"

/** Query of `GET /admin/pos/digest`. */
export const digestQuerySchema = z.object({
  /** language of the preview; default: that of the first recipient, else of the first connection's country */
  language: z.enum(LANGUAGE_CODES).optional(),
})
