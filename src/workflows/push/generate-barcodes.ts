import { createHash } from "node:crypto"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { updateProductVariantsWorkflow } from "@medusajs/medusa/core-flows"
import { findTakenCodes, findVariantsWithoutCode } from "../../medusa-tables/catalogue/variant-codes"
import { POS_MODULE } from "../../modules/pos"
import { IN_STORE_NUMBERS, inStoreEan13 } from "../../translate/ean13"

export type GenerateBarcodesInput = { product_ids: string[] }

/** Chooses an in-store EAN-13 for each variant that has no code at all; the same variant gets the same again. */
export const posChooseBarcodesStep = createStep(
  "pos-choose-barcodes",
  async ({ product_ids }: GenerateBarcodesInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const variants = await pos.query((sql) => findVariantsWithoutCode(sql, product_ids))
    const chosen: { id: string; barcode: string }[] = []
    let open = variants
    for (let attempt = 0; open.length > 0; attempt++) {
      const wanted = open.map((id) => ({ id, barcode: barcodeOf(id, attempt) }))
      const codes = wanted.map(({ barcode }) => barcode)
      const taken = await pos.query((sql) => findTakenCodes(sql, codes))
      chosen.forEach(({ barcode }) => taken.add(barcode))
      open = []
      for (const one of wanted) {
        if (taken.has(one.barcode)) {
          open.push(one.id)
        } else {
          chosen.push(one)
          taken.add(one.barcode)
        }
      }
    }
    return new StepResponse(chosen.map(({ id, barcode }) => ({ variant_id: id, barcode })))
  }
)

function barcodeOf(variantId: string, attempt: number): string {
  const hash = createHash("sha256").update(`${variantId}:${attempt}`).digest()
  return inStoreEan13(hash.readUIntBE(0, 6) % IN_STORE_NUMBERS)
}

/** Gives variants without any code an EAN-13 of the in-store range, in the shop, from where the till gets it. */
export const posGenerateBarcodesWorkflow = createWorkflow("pos-generate-barcodes", (input: GenerateBarcodesInput) => {
  const chosen = posChooseBarcodesStep(input)
  updateProductVariantsWorkflow.runAsStep({
    input: transform({ chosen }, (data) => ({
      product_variants: data.chosen.map(({ variant_id, barcode }) => ({ id: variant_id, barcode })),
    })),
  })
  return new WorkflowResponse(chosen)
})
