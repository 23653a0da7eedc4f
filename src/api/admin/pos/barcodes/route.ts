import { posGenerateBarcodesWorkflow } from "../../../../workflows"
import { barcodesRoute } from "./middlewares"

/**
 * `POST /admin/pos/barcodes {product_ids}` gives variants without barcode, EAN and UPC an EAN-13 of the in-store range
 * → `{variants: [{variant_id, barcode}]}`.
 */
export const POST = barcodesRoute.handle(async (request, response) => {
  const { result } = await posGenerateBarcodesWorkflow(request.scope).run({ input: request.validatedBody })
  response.json({ variants: result })
})
