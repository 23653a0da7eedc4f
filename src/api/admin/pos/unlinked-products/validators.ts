import { z } from "zod"
import { PRODUCT_CANDIDATE_STATES } from "../../../../contract/catalog"
import { idSchema, idsSchema, pageFields, plainTextSchema } from "../../../utils/schemas"

/** The most POS products that are adopted at once, because each may become a product. */
const MAX_CANDIDATES = 100

/** Query of `GET /admin/pos/unlinked-products`. */
export const unlinkedProductListQuerySchema = z.object({
  ...pageFields,
  connection_id: idSchema.optional(),
  state: z.enum(PRODUCT_CANDIDATE_STATES).optional(),
  /** part of the name */
  q: plainTextSchema.max(200).optional(),
})

/** Body of `POST /admin/pos/unlinked-products/adopt`. */
export const adoptBodySchema = z.object({
  connection_id: idSchema,
  candidates: z
    .array(
      z.object({
        id: idSchema,
        /** the store product to link; without it a draft is created */
        product_id: idSchema.optional(),
      })
    )
    .min(1)
    .max(MAX_CANDIDATES),
})

/** Body of `POST /admin/pos/unlinked-products/ignore`; `ignored: false` opens them again. */
export const ignoreBodySchema = z.object({
  connection_id: idSchema,
  ids: idsSchema,
  ignored: z.boolean().default(true),
})
