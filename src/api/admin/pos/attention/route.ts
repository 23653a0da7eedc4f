import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../../../modules/pos"
import { readAttention } from "../../../../workflows/overview"

/** `GET /admin/pos/attention` → `{attention}`: what waits for a person, over all connections, the most pressing first. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const now = await request.scope.resolve(POS_MODULE).now()
  const attention = await readAttention(request.scope.resolve(ContainerRegistrationKeys.PG_CONNECTION), now)
  response.json({ attention })
}
