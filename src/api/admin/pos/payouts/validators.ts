import { z } from "@medusajs/framework/zod"
import { PAYOUT_ORDERS } from "../../../../features/finance"
import { SHOWN_PAYOUT_STATES } from "../../../../contract/finance"
import { inOrder, longListPageFields, momentSchema, REVERSED } from "../../../utils/schemas"
import { accountFields } from "../account-transactions/validators"

/** Query of `GET /admin/pos/payouts`. */
export const payoutListQuerySchema = z
  .object({
    ...longListPageFields,
    ...accountFields,
    state: z.enum(SHOWN_PAYOUT_STATES).optional(),
    from: momentSchema.optional(),
    to: momentSchema.optional(),
    order: z.enum(PAYOUT_ORDERS).default("-occurred_at"),
  })
  .refine(inOrder, REVERSED)
