import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../modules/pos"
import { readRelatedReceipts, sheetOf } from "../../../../workflows/overview"
import { readCustomer } from "../../../../workflows/receipts/read-customer"
import { presentReceipt } from "./present"

/**
 * Answers `{receipt}` with `sheet` (rows, discounts, payments and taxes as printed, amounts in minor units, cards by their
 * last digits), `related`: its refunds, or what it refunds, and `customer`: who was attached to its order. 404 when unknown.
 */
export async function answerReceipt(
  request: AuthenticatedMedusaRequest,
  response: MedusaResponse,
  id: string
): Promise<void> {
  const pos = request.scope.resolve(POS_MODULE)
  const receipt = await pos.retrievePosReceipt(id)
  const [related, customer] = await Promise.all([
    pos.query((sql) => readRelatedReceipts(sql, receipt)),
    readCustomer(request.scope, receipt.order_id),
  ])
  response.json({ receipt: { ...presentReceipt(receipt), sheet: sheetOf(receipt.payload), related, customer } })
}
