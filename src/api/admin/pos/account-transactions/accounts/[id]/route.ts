import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { findAccount } from "../../../../../../modules/pos/queries/finance/accounts"
import { posSetMinimumBalanceWorkflow } from "../../../../../../workflows"
import type { AccountBody } from "../../../finance-validators"
import { presentAccount } from "../../../present-account"
import { sqlOf } from "../../../../../sql-of"
import { pathId } from "../../../../../id-schema"

/**
 * `POST /admin/pos/account-transactions/accounts/:id` with `{minimum_balance}` (minor units): what the service keeps in
 * the account when it pays out. All payouts are composed anew → `{account}`. 404 when unknown.
 */
export async function POST(request: AuthenticatedMedusaRequest<AccountBody>, response: MedusaResponse): Promise<void> {
  const input = { account_id: pathId(request), minimum_balance: request.validatedBody.minimum_balance }
  await posSetMinimumBalanceWorkflow(request.scope).run({ input })
  const account = await findAccount(sqlOf(request.scope), input.account_id)
  response.json({ account: account && presentAccount(account) })
}
