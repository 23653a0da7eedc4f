import { posEraseReceiptWorkflow } from "../../../../../../workflows"
import { defineBareChange } from "../../../../../utils/define-route"
import { pathId } from "../../../../../utils/schemas"
import { answerReceipt } from "../../answer-receipt"
import { connectionOfReceipt } from "../../connection-of-receipt"

/**
 * `POST /admin/pos/receipts/:id/erase` permanently erases details of persons, cards, devices and places from the
 * receipt and its order; amounts, rows and payments stay → `{receipt}`. 404 when unknown.
 */
export const POST = defineBareChange({
  kind: "erase-receipt",
  connectionId: connectionOfReceipt,
  asked: (request) => ({ receipt_id: pathId(request) }),
})(async (request, response) => {
  const id = pathId(request)
  await posEraseReceiptWorkflow(request.scope).run({ input: { receipt_id: id } })
  await answerReceipt(request, response, id)
})
