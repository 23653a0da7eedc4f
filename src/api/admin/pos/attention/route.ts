import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readAttention } from "../../../../workflows/overview"

/** `GET /admin/pos/attention` → `{attention}`: what waits for a person, over all connections, the most pressing first. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const attention = await readAttention(request.scope)
  response.json({ attention })
}
