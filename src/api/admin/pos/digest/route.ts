import { previewDigest } from "../../../../features/digest"
import { defineRead } from "../../../utils/define-route"
import { z } from "zod"
import { LANGUAGE_CODES } from "../../../../contract/languages"

/** Query of `GET /admin/pos/digest`. */
export const digestQuerySchema = z.object({
  /** language of the preview; default: that of the first recipient, else of the first connection's country */
  language: z.enum(LANGUAGE_CODES).optional(),
})

/**
 * `GET /admin/pos/digest?language` → `{digest: {recipients, preview}}`: the recipients of the daily digest with hour, time
 * zone, language and their last one, and its subject and plain text as it would be sent now.
 */
export const GET = defineRead({ access: "finance", query: digestQuerySchema }).handle(async (request, response) => {
  response.json({ digest: await previewDigest(request.scope, request.validatedQuery) })
})
