import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../../modules/pos"
import { listAccounts } from "../../../../../modules/pos/queries/finance/accounts"
import { sqlOf } from "../../../../sql-of"
import { accountListQuerySchema } from "../../finance-validators"
import { presentAccount } from "../../present-account"

/**
 * `GET /admin/pos/account-transactions/accounts` → `{accounts}`: how far each account was read (`progress` from 0 to 1
 * while a pull is under way), why it is not (a missing scope is named), its balance and the next payout.
 */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const { connection_id } = accountListQuerySchema.parse(request.validatedQuery)
  await request.scope.resolve(POS_MODULE).findConnection(connection_id)
  response.json({ accounts: (await listAccounts(sqlOf(request.scope), connection_id)).map(presentAccount) })
}
