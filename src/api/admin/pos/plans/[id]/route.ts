import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../../modules/pos"
import { presentPlan } from "../present"
import { pathId } from "../../../../utils/schemas"

/** `GET /admin/pos/plans/:id` → `{plan}` with the counts of its entries. 404 when unknown. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  response.json({ plan: await presentPlan(request.scope.resolve(POS_MODULE), pathId(request)) })
}
