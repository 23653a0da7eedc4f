import { posEraseReceiptWorkflow } from "../../../../../../workflows"
import { pathId } from "../../../../../utils/schemas"
import { answerReceipt } from "../../answer-receipt"
import { eraseReceiptRoute } from "../../middlewares"

/**
 * `POST /admin/pos/receipts/:id/erase` permanently erases details of persons, cards, devices and places from the
 * receipt and its order; amounts, rows and payments stay → `{receipt}`. 404 when unknown.
 */
export const POST = eraseReceiptRoute.handle(async (request, response) => {
  const id = pathId(request)
  await posEraseReceiptWorkflow(request.scope).run({ input: { receipt_id: id } })
  await answerReceipt(request, response, id)
})
