import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { posIncludeProductsWorkflow } from "../../../../../workflows"
import type { InclusionBody } from "../../push-validators"

/** `POST /admin/pos/product-links/inclusion` includes or excludes products of a connection → `{changed}`. */
export async function POST(
  request: AuthenticatedMedusaRequest<InclusionBody>,
  response: MedusaResponse
): Promise<void> {
  const { result } = await posIncludeProductsWorkflow(request.scope).run({ input: request.validatedBody })
  response.json(result)
}
