import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { posIgnoreProductsWorkflow } from "../../../../../workflows"
import type { IgnoreBody } from "../validators"

/**
 * `POST /admin/pos/product-candidates/ignore` with `{connection_id, ids, ignored}` → `{changed}`: ignored candidates are
 * left at the counter and no longer offered; `ignored: false` offers them again. 404 for an unknown connection.
 */
export async function POST(request: AuthenticatedMedusaRequest<IgnoreBody>, response: MedusaResponse): Promise<void> {
  const { result } = await posIgnoreProductsWorkflow(request.scope).run({ input: request.validatedBody })
  response.json(result)
}
