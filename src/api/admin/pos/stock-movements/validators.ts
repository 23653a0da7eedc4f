import { z } from "@medusajs/framework/zod"
import { idSchema } from "../../../utils/id-schema"
import { pageFields } from "../../../utils/page-fields"

/** Query of `GET /admin/pos/stock-movements`. */
export const stockMovementListQuerySchema = z.object({
  ...pageFields,
  /** a variant of the shop; its movements at every counter */
  variant_id: idSchema,
  connection_id: idSchema.optional(),
})
