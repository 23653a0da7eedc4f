import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { pathId } from "../../../../utils/id-schema"
import { answerReceipt } from "../answer-receipt"

/**
 * `GET /admin/pos/receipts/:id` → `{receipt}` with its `sheet` (rows, discounts, payments and taxes as printed),
 * `related`: its refunds, or what it refunds, and `customer`: who was attached, or null. 404 when unknown.
 */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  await answerReceipt(request, response, pathId(request))
}
