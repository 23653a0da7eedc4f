import { z } from "zod"
import { STOCK_DECISIONS, STOCK_DIFFERENCE_CAUSES, STOCK_DIFFERENCE_STATES } from "../../../../contract/stock"
import { dismissalReasonSchema, idSchema, idsSchema, pageFields } from "../../../utils/schemas"

/** Query of `GET /admin/pos/stock-differences`. */
export const stockDifferenceListQuerySchema = z.object({
  ...pageFields,
  connection_id: idSchema.optional(),
  state: z.enum(STOCK_DIFFERENCE_STATES).optional(),
  cause: z.enum(STOCK_DIFFERENCE_CAUSES).optional(),
})

/** Body of `POST /admin/pos/stock-differences/decide`; without ids all open ones of the connection. */
export const decideDifferencesBodySchema = z.object({
  connection_id: idSchema,
  decision: z.enum(STOCK_DECISIONS),
  ids: idsSchema.optional(),
  /** of `ignored`: why; shown with the differences and in the activity log */
  reason: dismissalReasonSchema.optional(),
})
