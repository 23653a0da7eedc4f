import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { posGenerateBarcodesWorkflow } from "../../../../workflows"
import type { BarcodesBody } from "../push-validators"

/**
 * `POST /admin/pos/barcodes {product_ids}` gives variants without barcode, EAN and UPC an EAN-13 of the in-store range
 * → `{variants: [{variant_id, barcode}]}`.
 */
export async function POST(request: AuthenticatedMedusaRequest<BarcodesBody>, response: MedusaResponse): Promise<void> {
  const { result } = await posGenerateBarcodesWorkflow(request.scope).run({ input: request.validatedBody })
  response.json({ variants: result })
}
