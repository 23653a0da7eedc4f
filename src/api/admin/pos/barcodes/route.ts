import { posGenerateBarcodesWorkflow } from "../../../../workflows"
import { barcodesRoute } from "./middlewares"

/**
 * `POST /admin/pos/barcodes {product_ids}` sets an EAN-13 of the in-store range for variants without barcode, EAN and
 * UPC → `{variants: [{variant_id, barcode}]}`.
 */
export const POST = barcodesRoute.handle(async (request, response) => {
  const { result } = await posGenerateBarcodesWorkflow(request.scope).run({ input: request.validatedBody })
  response.json({ variants: result })
})
