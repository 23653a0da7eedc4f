import { createHash } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { z } from "@medusajs/framework/zod"
import { updateProductVariantsWorkflow } from "@medusajs/medusa/core-flows"
import { sqlOn } from "../../modules/pos/database/sql"
import { IN_STORE_NUMBERS, inStoreEan13 } from "../../translate/ean13"

export type GenerateBarcodesInput = { product_ids: string[] }

const variantSchema = z.object({ id: z.string() })
const barcodeSchema = z.object({ barcode: z.string().nullable() })

/** Chooses an in-store EAN-13 for each variant that has no code at all; the same variant gets the same again. */
export const posChooseBarcodesStep = createStep(
  "pos-choose-barcodes",
  async ({ product_ids }: GenerateBarcodesInput, { container }) => {
    const variants = await sqlOn(container.resolve(ContainerRegistrationKeys.PG_CONNECTION))(
      variantSchema,
      `SELECT id FROM product_variant
       WHERE product_id = ANY(?) AND deleted_at IS NULL
         AND coalesce(barcode, '') = '' AND coalesce(ean, '') = '' AND coalesce(upc, '') = ''
       ORDER BY id`,
      [product_ids]
    )
    const chosen: { id: string; barcode: string }[] = []
    let open = variants.map(({ id }) => id)
    for (let attempt = 0; open.length > 0; attempt++) {
      const wanted = open.map((id) => ({ id, barcode: barcodeOf(id, attempt) }))
      const taken = await findTaken(container, wanted)
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

/** Codes among those wanted that a variant of the shop has. */
async function findTaken(container: MedusaContainer, wanted: { barcode: string }[]): Promise<Set<string>> {
  const codes = wanted.map(({ barcode }) => barcode)
  const rows = await sqlOn(container.resolve(ContainerRegistrationKeys.PG_CONNECTION))(
    barcodeSchema,
    `SELECT unnest(ARRAY[barcode, ean, upc]) AS barcode FROM product_variant
     WHERE (barcode = ANY(?) OR ean = ANY(?) OR upc = ANY(?)) AND deleted_at IS NULL`,
    [codes, codes, codes]
  )
  return new Set(rows.flatMap((row) => row.barcode ?? []))
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
