import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { pathId } from "../../../../utils/schemas"
import { answerReceipt } from "../answer-receipt"

/**
 * `GET /admin/pos/receipts/:id` → `{receipt}` with its `sheet` (rows, discounts, payments and taxes as printed),
 * `related`: its refunds, or the sale that it refunds, and `customer`: the attached customer, or null. 404 when
 * unknown.
 */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  await answerReceipt(request, response, pathId(request))
}
