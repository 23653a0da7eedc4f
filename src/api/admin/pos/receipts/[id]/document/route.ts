import { renderReceipt } from "../../../../../../features/receipts"
import { seesMaskedFields } from "../../../../../utils/masking"
import { pathId } from "../../../../../utils/schemas"
import { receiptPaperQuerySchema } from "../../validators"
import { defineRead } from "../../../../../utils/define-route"

/**
 * `GET /admin/pos/receipts/:id/document` → the receipt as a PDF for the customer, in `language`, default: that of the
 * organization's country; times are in the organization's time zone. The PDF is not stored. It names
 * the cashier only for callers with `pos:finance`. 404 when unknown.
 */
export const GET = defineRead({
  access: "view",
  query: receiptPaperQuerySchema,
}).handle(async (request, response) => {
  const withCashier = await seesMaskedFields(request, response)
  const choices = { ...request.validatedQuery, withCashier }
  const { filename, content } = await renderReceipt(request.scope, pathId(request), choices)
  response.setHeader("content-disposition", `inline; filename="${filename}"`)
  response.type("application/pdf").send(content)
})
