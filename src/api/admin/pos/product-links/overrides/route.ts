import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { posOverrideProductWorkflow } from "../../../../../workflows"
import type { OverridesBody } from "../../push-validators"

/** `POST /admin/pos/product-links/overrides`: what the till shows of a product instead of the shop's own. 404: not linked. */
export async function POST(
  request: AuthenticatedMedusaRequest<OverridesBody>,
  response: MedusaResponse
): Promise<void> {
  const { result } = await posOverrideProductWorkflow(request.scope).run({ input: request.validatedBody })
  response.json(result)
}
