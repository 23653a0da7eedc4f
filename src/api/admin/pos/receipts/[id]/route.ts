import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../../modules/pos"
import { readRelatedReceipts, sheetOf } from "../../../../../workflows/overview"
import { presentReceipt } from "../present"
import { pathId } from "../../../../utils/id-schema"

/**
 * `GET /admin/pos/receipts/:id` → `{receipt}` with `sheet` (rows, discounts, payments and taxes as printed, amounts in
 * minor units, cards by their last digits) and `related`: its refunds, or what it refunds. 404 when unknown.
 */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const pos = request.scope.resolve(POS_MODULE)
  const receipt = await pos.retrievePosReceipt(pathId(request))
  const related = await pos.query((sql) => readRelatedReceipts(sql, receipt))
  response.json({ receipt: { ...presentReceipt(receipt), sheet: sheetOf(receipt.payload), related } })
}
