import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../../../modules/pos"
import { posCatchUpWorkflow } from "../../../../../../workflows"
import { pathId } from "../../../../../utils/id-schema"

/**
 * `POST …/connections/:id/check` looks at the subscription and for missed purchases now → `{subscription, found}`:
 * `unchecked` (just done, or the service is out of reach), `healthy`, `failing`, `keyless` (nothing can be taken),
 * `extended` or `made-again`, and how many purchases the shop had not heard of.
 */
export async function POST(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const { id } = await request.scope.resolve(POS_MODULE).findConnection(pathId(request))
  const { result } = await posCatchUpWorkflow(request.scope).run({ input: { connection_id: id } })
  response.json(result)
}
