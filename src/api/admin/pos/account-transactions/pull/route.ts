import { pullNow } from "../../../../../features/finance"
import { presentAccount } from "../present"
import { pullBodySchema } from "../validators"
import { notAudited } from "../../../../utils/audit"
import { defineChange } from "../../../../utils/define-route"

/**
 * `POST /admin/pos/account-transactions/pull` reads a past period of at most 31 days again → `{account, read, stored}`.
 * Without a `period` it starts to read new transactions in the background → 202 `{account}`. 400 for a period that is
 * reversed, too long or in the future.
 */
export const POST = defineChange({
  access: "finance",
  body: pullBodySchema,
  audit: notAudited("reads at the POS what the account has"),
}).handle(async (request, response) => {
  const { connection_id, group, period } = request.validatedBody
  const { account, pulled } = await pullNow(request.scope, {
    connectionId: connection_id,
    group,
    period: period ?? null,
  })
  response.status(pulled ? 200 : 202).json({ account: presentAccount(account), ...pulled })
})
