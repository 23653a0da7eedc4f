import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { posDecideDifferencesWorkflow } from "../../../../../workflows"
import type { DecideDifferencesBody } from "../../validators"

/**
 * `POST /admin/pos/stock-differences/decide` `{connection_id, decision, ids?}` settles open differences for the shop, for
 * the counter, or leaves them → `{decided}`. Without ids all of the connection's.
 */
export async function POST(
  request: AuthenticatedMedusaRequest<DecideDifferencesBody>,
  response: MedusaResponse
): Promise<void> {
  const { result } = await posDecideDifferencesWorkflow(request.scope).run({ input: request.validatedBody })
  response.json({ decided: result.decided })
}
