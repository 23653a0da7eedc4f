import { z } from "@medusajs/framework/zod"

const MAX_PAGE = 100

/** Query of `GET /admin/pos/stock-movements`. */
export const stockMovementListQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(20),
  offset: z.coerce.number().int().min(0).default(0),
  /** a variant of the shop; its movements at every counter */
  variant_id: z.string().min(1),
  connection_id: z.string().optional(),
})
