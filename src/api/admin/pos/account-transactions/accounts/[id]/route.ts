import { POS_MODULE } from "../../../../../../modules/pos"
import { findAccount } from "../../../../../../features/finance"
import { posSetMinimumBalanceWorkflow } from "../../../../../../workflows"
import { presentAccount } from "../../present"
import { pathId } from "../../../../../utils/schemas"
import { accountBodySchema } from "../../validators"
import { defineChange } from "../../../../../utils/define-route"

/**
 * `POST /admin/pos/account-transactions/accounts/:id` with `{minimum_balance}` (minor units) sets the balance that the
 * POS keeps in the account at a payout. All transactions are allocated to payouts again → `{account}`. 404 when
 * unknown.
 */
export const POST = defineChange({
  access: "finance",
  body: accountBodySchema,
  audit: {
    kind: "minimum-balance",
    connectionId: async (request, pos) =>
      (await pos.listPosAccounts({ id: pathId(request) }))[0]?.connection_id ?? null,
    watch: async (pos, _connection, request) => {
      const [account] = await pos.listPosAccounts({ id: pathId(request) })
      return { minimum_balance: account?.minimum_balance }
    },
  },
}).handle(async (request, response) => {
  const input = { account_id: pathId(request), minimum_balance: request.validatedBody.minimum_balance }
  await posSetMinimumBalanceWorkflow(request.scope).run({ input })
  const account = await request.scope.resolve(POS_MODULE).query((sql) => findAccount(sql, input.account_id))
  response.json({ account: account && presentAccount(account) })
})
