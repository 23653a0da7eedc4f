import { posGenerateBarcodesWorkflow } from "../../../../workflows"
import { toNamedIds } from "../../../utils/audit"
import { defineChange } from "../../../utils/define-route"
import { z } from "zod"
import { idsSchema } from "../../../utils/schemas"

/** Body of `POST /admin/pos/barcodes`. */
export const barcodesBodySchema = z.object({ product_ids: idsSchema })

/**
 * `POST /admin/pos/barcodes {product_ids}` sets an EAN-13 of the in-store range for variants without barcode, EAN and
 * UPC → `{variants: [{variant_id, barcode}]}`.
 */
export const POST = defineChange({
  access: "operate",
  body: barcodesBodySchema,
  audit: { kind: "barcodes", asked: ({ validatedBody }) => ({ products: toNamedIds(validatedBody.product_ids) }) },
}).handle(async (request, response) => {
  const { result } = await posGenerateBarcodesWorkflow(request.scope).run({ input: request.validatedBody })
  response.json({ variants: result })
})
