import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { posRetryProductsWorkflow } from "../../../../../workflows"
import type { PushProductsBody } from "../../push-validators"

/** `POST /admin/pos/product-links/push` tries products of a connection again now → 202 `{marked}`. */
export async function POST(
  request: AuthenticatedMedusaRequest<PushProductsBody>,
  response: MedusaResponse
): Promise<void> {
  const { result } = await posRetryProductsWorkflow(request.scope).run({ input: request.validatedBody })
  response.status(202).json(result)
}
