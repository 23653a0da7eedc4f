import { z } from "zod"
import { timestampSchema, uuidSchema } from "./common"
import { productSchema } from "./product"

/** Products one import request may carry (spec "Limits"). */
export const MAX_PRODUCTS_PER_IMPORT = 2_000

export const importRequestSchema = z.looseObject({
  products: z.array(productSchema).min(1).max(MAX_PRODUCTS_PER_IMPORT),
})

/**
 * The answer of an import and of its status (observed "Product library"). Of `state` IMPORTING, FINISHED_SUCCESS,
 * FINISHED_FAILED and FINISHED_ERROR are known; there are others, of which those that begin with FINISHED are ends.
 */
export const importStatusSchema = z.looseObject({
  uuid: uuidSchema,
  state: z.string(),
  items: z.number().int().nullish(),
  errorMessage: z.string().nullish(),
  created: timestampSchema.nullish(),
  finished: timestampSchema.nullish(),
})

export type ImportRequest = z.infer<typeof importRequestSchema>
export type ImportStatus = z.infer<typeof importStatusSchema>

/** True once the service works no longer on the import: any `FINISHED…` state, or a set `finished`. */
export function isImportFinished(status: ImportStatus): boolean {
  return status.state.startsWith("FINISHED") || Boolean(status.finished)
}

/** True when the import ended and everything in it was applied: of all ends one word says so. */
export function isImportSuccessful(status: ImportStatus): boolean {
  return status.state === "FINISHED_SUCCESS" && !status.errorMessage
}
