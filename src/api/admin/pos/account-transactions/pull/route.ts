import { pullNow } from "../../../../../workflows/finance/pull-now"
import { presentAccount } from "../present"
import { pullRoute } from "../middlewares"

/**
 * `POST /admin/pos/account-transactions/pull` reads a closed period again, of at most 31 days → `{account, read,
 * stored}`; without a `period` it begins to read what is new, in the background → 202 `{account}`. 400 for a period that
 * is reversed, too long or still to come.
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
