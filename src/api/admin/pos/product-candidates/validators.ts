import { z } from "@medusajs/framework/zod"
import { PRODUCT_CANDIDATE_STATES } from "../../../../modules/pos/models"

const MAX_PAGE = 100
const MAX_CANDIDATES = 100

export const productCandidateListQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(20),
  offset: z.coerce.number().int().min(0).default(0),
  connection_id: z.string().optional(),
  state: z.enum(PRODUCT_CANDIDATE_STATES).optional(),
  /** part of the name */
  q: z.string().max(200).optional(),
})

/** Body of `POST /admin/pos/product-candidates/adopt`. */
export const adoptBodySchema = z.object({
  connection_id: z.string().min(1),
  candidates: z
    .array(
      z.object({
        id: z.string().min(1),
        /** the product of the shop that it is; without it a draft is made */
        product_id: z.string().min(1).optional(),
      })
    )
    .min(1)
    .max(MAX_CANDIDATES),
})

/** Body of `POST /admin/pos/product-candidates/ignore`; `ignored: false` has them wait again. */
export const ignoreBodySchema = z.object({
  connection_id: z.string().min(1),
  ids: z.array(z.string().min(1)).min(1).max(1_000),
  ignored: z.boolean().default(true),
})

export type AdoptBody = z.infer<typeof adoptBodySchema>
export type IgnoreBody = z.infer<typeof ignoreBodySchema>
