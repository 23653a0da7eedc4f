import { pathId } from "../../../../utils/schemas"
import { answerReceipt } from "../present"
import { defineRead } from "../../../../utils/define-route"

/**
 * `GET /admin/pos/receipts/:id` → `{receipt}` with its `sheet` (rows, discounts, payments and taxes as printed),
 * `related`: its refunds, or the sale that it refunds, and `customer`: the attached customer, or null. 404 when
 * unknown.
 */
export const GET = defineRead({ access: "view" }).handle(async (request, response) => {
  await answerReceipt(request, response, pathId(request))
})
