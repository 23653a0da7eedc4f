import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readAttention } from "../../../../features/monitoring"

/** `GET /admin/pos/attention` → `{attention}`: issues of all connections that need a person, most urgent first. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const attention = await readAttention(request.scope)
  response.json({ attention })
}
