import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import type { z } from "@medusajs/framework/zod"
import { describeIssues } from "../../pos-api/contract"

/**
 * Parses a request's body once, at the door; a bad one is answered 400 with the field named, as is a field that is not
 * known. Why not Medusa's own: that repeats what was sent, and every answer of 400 stands in the log. A pasted API key may
 * be in it.
 */
export function parseBody(schema: z.ZodObject) {
  const strict = schema.strict()
  return (request: MedusaRequest, _response: MedusaResponse, next: MedusaNextFunction): void => {
    const parsed = strict.safeParse(request.body)
    if (!parsed.success) {
      next(
        new MedusaError(
          MedusaError.Types.INVALID_DATA,
          `Invalid request: ${describeIssues(parsed.error, request.body)}`
        )
      )
      return
    }
    request.validatedBody = parsed.data
    next()
  }
}
