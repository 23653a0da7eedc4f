import { readReceiptPaper } from "../../../../../../workflows/receipts/read-receipt-paper"
import { pathId } from "../../../../../utils/id-schema"
import { receiptPaperRoute } from "../../middlewares"

/**
 * `GET /admin/pos/receipts/:id/paper` → the receipt as a PDF for the customer, in `language` or what is read in the
 * organisation's country; times are the organisation's. Nothing is kept of it. 404 when unknown.
 */
export const GET = receiptPaperRoute.handle(async (request, response) => {
  const { filename, content } = await readReceiptPaper(request.scope, pathId(request), request.validatedQuery)
  response.setHeader("content-disposition", `inline; filename="${filename}"`)
  response.type("application/pdf").send(content)
})
