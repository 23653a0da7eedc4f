import { z } from "@medusajs/framework/zod"
import { PRODUCT_CANDIDATE_STATES } from "../../../../modules/pos/models"
import { idSchema, plainTextSchema } from "../../../id-schema"

const MAX_PAGE = 100
const MAX_CANDIDATES = 100

export const productCandidateListQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(20),
  offset: z.coerce.number().int().min(0).default(0),
  connection_id: idSchema.optional(),
  state: z.enum(PRODUCT_CANDIDATE_STATES).optional(),
  /** part of the name */
  q: plainTextSchema.max(200).optional(),
})

/** Body of `POST /admin/pos/product-candidates/adopt`. */
export const adoptBodySchema = z.object({
  connection_id: idSchema,
  candidates: z
    .array(
      z.object({
        id: idSchema,
        /** the product of the shop that it is; without it a draft is made */
        product_id: idSchema.optional(),
      })
    )
    .min(1)
    .max(MAX_CANDIDATES),
})

/** Body of `POST /admin/pos/product-candidates/ignore`; `ignored: false` has them wait again. */
export const ignoreBodySchema = z.object({
  connection_id: idSchema,
  ids: z.array(idSchema).min(1).max(1_000),
  ignored: z.boolean().default(true),
})

export type AdoptBody = z.infer<typeof adoptBodySchema>
export type IgnoreBody = z.infer<typeof ignoreBodySchema>
