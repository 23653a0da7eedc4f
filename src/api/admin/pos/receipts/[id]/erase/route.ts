import { posEraseReceiptWorkflow } from "../../../../../../workflows"
import { pathId } from "../../../../../utils/schemas"
import { answerReceipt } from "../../present"
import { connectionOfReceipt } from "../../../../../utils/audit"
import { defineChange } from "../../../../../utils/define-route"

/**
 * `POST /admin/pos/receipts/:id/erase` permanently erases details of persons, cards, devices and places from the
 * receipt and its order; amounts, rows and payments stay → `{receipt}`. 404 when unknown.
 */
export const POST = defineChange({
  access: "manage",
  audit: {
    kind: "erase-receipt",
    connectionId: connectionOfReceipt,
    asked: (request) => ({ receipt_id: pathId(request) }),
  },
}).handle(async (request, response) => {
  const id = pathId(request)
  await posEraseReceiptWorkflow(request.scope).run({ input: { receipt_id: id } })
  await answerReceipt(request, response, id)
})
