import { posGenerateBarcodesWorkflow } from "../../../../workflows"
import { barcodesBodySchema } from "./validators"
import { named } from "../../../utils/audit"
import { defineChange } from "../../../utils/define-route"

/**
 * `POST /admin/pos/barcodes {product_ids}` sets an EAN-13 of the in-store range for variants without barcode, EAN and
 * UPC → `{variants: [{variant_id, barcode}]}`.
 */
export const POST = defineChange({
  access: "operate",
  body: barcodesBodySchema,
  audit: { kind: "barcodes", asked: ({ validatedBody }) => ({ products: named(validatedBody.product_ids) }) },
}).handle(async (request, response) => {
  const { result } = await posGenerateBarcodesWorkflow(request.scope).run({ input: request.validatedBody })
  response.json({ variants: result })
})
