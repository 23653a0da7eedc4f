import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import type { z } from "@medusajs/framework/zod"
import { describeIssues } from "../../pos-api/contract"

/** Parses a list's query once, at the door; a bad one is answered 400 with the parameter named. */
export function parseQuery(schema: z.ZodType<Record<string, unknown>>) {
  return (request: MedusaRequest, _response: MedusaResponse, next: MedusaNextFunction): void => {
    const parsed = schema.safeParse(request.query)
    if (!parsed.success) {
      const problems = describeIssues(parsed.error, request.query)
      next(new MedusaError(MedusaError.Types.INVALID_DATA, `Invalid query: ${problems}`))
      return
    }
    request.validatedQuery = parsed.data
    next()
  }
}
