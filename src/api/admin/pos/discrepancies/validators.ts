import { z } from "zod"
import {
  MONEY_DECISIONS,
  MONEY_DIFFERENCE_CAUSES,
  MONEY_DIFFERENCE_KINDS,
  MONEY_DIFFERENCE_STATES,
} from "../../../../contract/finance"
import { dismissalReasonSchema, idSchema, idsSchema, pageFields } from "../../../utils/schemas"

/** Query of `GET /admin/pos/discrepancies`. */
export const discrepancyListQuerySchema = z.object({
  ...pageFields,
  connection_id: idSchema.optional(),
  state: z.enum(MONEY_DIFFERENCE_STATES).optional(),
  kind: z.enum(MONEY_DIFFERENCE_KINDS).optional(),
  cause: z.enum(MONEY_DIFFERENCE_CAUSES).optional(),
})

/** Body of `POST /admin/pos/discrepancies/decide`; without ids all open ones of the connection. */
export const decideMoneyBodySchema = z.object({
  connection_id: idSchema,
  decision: z.enum(MONEY_DECISIONS),
  ids: idsSchema.optional(),
  /** of `ignored`: why; shown with the differences and in the activity log */
  reason: dismissalReasonSchema.optional(),
})
