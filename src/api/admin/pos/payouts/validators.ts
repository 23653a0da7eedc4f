import { z } from "@medusajs/framework/zod"
import { PAYOUT_ORDERS } from "../../../../modules/pos/queries/finance/list-payouts"
import { SHOWN_PAYOUT_STATES } from "../../../../vocabulary/account"
import { longListPageFields } from "../../../utils/page-fields"
import { inOrder, momentSchema, REVERSED } from "../../../utils/period"
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
