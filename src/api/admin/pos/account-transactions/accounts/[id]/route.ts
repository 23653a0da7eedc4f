import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { posSetMinimumBalanceWorkflow } from "../../../../../../workflows"
import type { AccountBody } from "../../../finance-validators"
import { presentAccount } from "../../../present-account"

/**
 * `POST /admin/pos/account-transactions/accounts/:id` with `{minimum_balance}` (minor units): what the service keeps in
 * the account when it pays out. All payouts are composed anew → `{account}`. 404 when unknown.
 */
export async function POST(request: AuthenticatedMedusaRequest<AccountBody>, response: MedusaResponse): Promise<void> {
  const { result } = await posSetMinimumBalanceWorkflow(request.scope).run({
    input: { account_id: request.params.id ?? "", minimum_balance: request.validatedBody.minimum_balance },
  })
  response.json({ account: presentAccount(result) })
}
