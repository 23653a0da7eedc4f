import { z } from "@medusajs/framework/zod"
import { PRODUCT_CANDIDATE_STATES } from "../../../../vocabulary/product-candidate"
import { idSchema, idsSchema, plainTextSchema } from "../../../utils/id-schema"
import { pageFields } from "../../../utils/page-fields"

/** The most candidates that are adopted at once: each becomes a product. */
const MAX_CANDIDATES = 100

/** Query of `GET /admin/pos/product-candidates`. */
export const productCandidateListQuerySchema = z.object({
  ...pageFields,
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
  ids: idsSchema,
  ignored: z.boolean().default(true),
})
