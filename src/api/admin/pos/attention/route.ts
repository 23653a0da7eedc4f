import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../modules/pos"
import { readAttention } from "../../../../workflows/overview"

/** `GET /admin/pos/attention` → `{attention}`: what waits for a person, over all connections, the most pressing first. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const attention = await request.scope.resolve(POS_MODULE).query(readAttention)
  response.json({ attention })
}
