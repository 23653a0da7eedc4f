import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { pullNow } from "../../../../../workflows/finance/pull-now"
import type { PullBody } from "../../finance-validators"
import { presentAccount } from "../../present-account"

/**
 * `POST /admin/pos/account-transactions/pull` reads a closed period again, of at most 31 days → `{account, read,
 * stored}`; without a `period` it begins to read what is new, in the background → 202 `{account}`. 400 for a period that
 * is reversed, too long or still to come.
 */
export async function POST(request: AuthenticatedMedusaRequest<PullBody>, response: MedusaResponse): Promise<void> {
  const { connection_id, group, period } = request.validatedBody
  const { account, pulled } = await pullNow(request.scope, {
    connectionId: connection_id,
    group,
    period: period ?? null,
  })
  response.status(pulled ? 200 : 202).json({ account: presentAccount(account), ...pulled })
}
