import { z } from "@medusajs/framework/zod"
import { idSchema } from "../../../id-schema"

const MAX_PAGE = 100

/** Query of `GET /admin/pos/stock-movements`. */
export const stockMovementListQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(20),
  offset: z.coerce.number().int().min(0).default(0),
  /** a variant of the shop; its movements at every counter */
  variant_id: idSchema,
  connection_id: idSchema.optional(),
})
