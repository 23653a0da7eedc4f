import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../modules/pos"
import { readRelatedReceipts, readReceiptSheet, readCustomer } from "../../../../features/receipts"
import { presentReceipts } from "./present"

/**
 * Responds with `{receipt}` and its `sheet` (rows, discounts, payments and taxes as printed, amounts in minor units,
 * cards by their last digits), `related`: its refunds, or the sale that it refunds, and `customer`: the customer
 * attached to its order. 404 when unknown.
 */
export async function answerReceipt(
  request: AuthenticatedMedusaRequest,
  response: MedusaResponse,
  id: string
): Promise<void> {
  const pos = request.scope.resolve(POS_MODULE)
  const receipt = await pos.findReceipt(id)
  const [related, customer, [presented]] = await Promise.all([
    pos.query((sql) => readRelatedReceipts(sql, receipt)),
    readCustomer(request.scope, receipt.order_id),
    presentReceipts(request.scope, [receipt]),
  ])
  response.json({
    receipt: { ...presented, sheet: readReceiptSheet(receipt.payload), related, customer },
  })
}
