import { z } from "@medusajs/framework/zod"
import { idSchema, pageFields } from "../../../utils/schemas"

/** Query of `GET /admin/pos/stock-movements`. */
export const stockMovementListQuerySchema = z.object({
  ...pageFields,
  /** a variant of the store; the result has its movements of all connections */
  variant_id: idSchema,
  connection_id: idSchema.optional(),
})
