import { POS_MODULE } from "../../../../../modules/pos"
import { listAccounts } from "../../../../../features/finance"
import { presentAccount } from "../present"
import { accountListQuerySchema } from "../validators"
import { defineRead } from "../../../../utils/define-route"

/**
 * `GET /admin/pos/account-transactions/accounts` → `{accounts}`: how far each account was read (`progress` from 0 to 1
 * while a pull is in progress), why it is not (for example a missing scope), its balance and the next payout.
 */
export const GET = defineRead({
  access: "finance",
  query: accountListQuerySchema,
}).handle(async (request, response) => {
  const { connection_id } = request.validatedQuery
  const pos = request.scope.resolve(POS_MODULE)
  await pos.findConnection(connection_id)
  const accounts = await pos.query((sql) => listAccounts(sql, connection_id))
  response.json({ accounts: accounts.map(presentAccount) })
})
