import { pullNow } from "../../../../../features/finance"
import { presentAccount } from "../present"
import { pullRoute } from "../middlewares"

/**
 * `POST /admin/pos/account-transactions/pull` reads a past period of at most 31 days again → `{account, read, stored}`.
 * Without a `period` it starts to read new transactions in the background → 202 `{account}`. 400 for a period that is
 * reversed, too long or in the future.
 */
export const POST = pullRoute.handle(async (request, response) => {
  const { connection_id, group, period } = request.validatedBody
  const { account, pulled } = await pullNow(request.scope, {
    connectionId: connection_id,
    group,
    period: period ?? null,
  })
  response.status(pulled ? 200 : 202).json({ account: presentAccount(account), ...pulled })
})
