import { z } from "@medusajs/framework/zod"
import { RECEIPT_STATES } from "../../../../vocabulary/receipt"
import { idSchema } from "../../../utils/id-schema"
import { pageFields } from "../../../utils/page-fields"

/** Query of `GET /admin/pos/receipts`. */
export const receiptListQuerySchema = z.object({
  ...pageFields,
  connection_id: idSchema.optional(),
  order_id: idSchema.optional(),
  purchase_uuid: idSchema.optional(),
  /** the number on the paper */
  purchase_number: z.coerce.number().int().min(0).optional(),
  state: z.enum(RECEIPT_STATES).optional(),
  /** true: refunds only; false: sales only */
  refund: z.union([z.boolean(), z.stringbool()]).optional(),
  /** UTC, inclusive */
  sold_from: z.coerce.date().optional(),
  /** UTC, exclusive */
  sold_to: z.coerce.date().optional(),
})
