import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { posRetryPicturesWorkflow } from "../../../../../workflows"
import type { RetryPicturesBody } from "../../push-validators"

/** `POST /admin/pos/pictures/retry {connection_id}` tries the pictures that failed again → 202 `{pictures, products}`. */
export async function POST(
  request: AuthenticatedMedusaRequest<RetryPicturesBody>,
  response: MedusaResponse
): Promise<void> {
  const { result } = await posRetryPicturesWorkflow(request.scope).run({ input: request.validatedBody })
  response.status(202).json(result)
}
