import { createHash } from "node:crypto"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { updateProductVariantsWorkflow } from "@medusajs/medusa/core-flows"
import type { InferTypeOf, MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { BULK_ACTIONS, type BulkAction, PRODUCT_LINK_STATES } from "../../contract/catalog"
import { nextMatching } from "../../medusa/product-links"
import { findLivingProducts, findTakenCodes, findVariantsWithoutCode } from "../../medusa/product-lookups"
import { fetchProductsById, fetchTakenCodes, fetchVariants } from "../../medusa/services/find-products"
import { POS_MODULE } from "../../modules/pos"
import type { PosRun } from "../../modules/pos/models"
import { openCatalog } from "../../runtime/catalog-access"
import type { HeldLease } from "../../runtime/claims"
import { resumeInPieces } from "../../runtime/runs"
import { runInBackground } from "../../runtime/workers"
import { markProductsDue, newMarks, setInclusion } from "./change-marks"
import { drainOutbox } from "./push"

/**
 * First digit of in-store EAN-13 numbers: 20 to 29 are reserved for use inside a store, and no manufacturer has them.
 */
const IN_STORE_PREFIX = "2"
const NUMBER_DIGITS = 11

/** How many different in-store numbers there are. */
const IN_STORE_NUMBERS = 10 ** NUMBER_DIGITS

/** Returns the in-store EAN-13 of a number from 0 up to {@link IN_STORE_NUMBERS}, with its check digit. */
export function inStoreEan13(number: number): string {
  const digits = IN_STORE_PREFIX + String(number % IN_STORE_NUMBERS).padStart(NUMBER_DIGITS, "0")
  return digits + checkDigit(digits)
}

/** True for 13 digits of which the last is the check digit of the others. */
export function isEan13(text: string): boolean {
  return /^\d{13}$/.test(text) && checkDigit(text.slice(0, 12)) === text.slice(12)
}

function checkDigit(digits: string): string {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return String((10 - (sum % 10)) % 10)
}

export type GenerateBarcodesInput = { product_ids: string[] }

/** Chooses an in-store EAN-13 for each variant that has no code at all; the same variant gets the same code again. */
export const posChooseBarcodesStep = createStep(
  "pos-choose-barcodes",
  async ({ product_ids }: GenerateBarcodesInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const over = await openCatalog(container, async () => fetchVariants(container, product_ids))
    const variants = await pos.query((sql) => findVariantsWithoutCode(over(sql), product_ids))
    const chosenBarcodes: { id: string; barcode: string }[] = []
    let open = variants
    for (let attempt = 0; open.length > 0; attempt++) {
      const proposals = open.map((id) => ({ id, barcode: getBarcode(id, attempt) }))
      const codes = proposals.map(({ barcode }) => barcode)
      const withCodes = await openCatalog(container, async () => fetchTakenCodes(container, codes))
      const takenCodes = await pos.query((sql) => findTakenCodes(withCodes(sql), codes))
      chosenBarcodes.forEach(({ barcode }) => takenCodes.add(barcode))
      open = []
      for (const action of proposals) {
        if (takenCodes.has(action.barcode)) {
          open.push(action.id)
        } else {
          chosenBarcodes.push(action)
          takenCodes.add(action.barcode)
        }
      }
    }
    return new StepResponse(chosenBarcodes.map(({ id, barcode }) => ({ variant_id: id, barcode })))
  }
)

function getBarcode(variantId: string, attempt: number): string {
  const hash = createHash("sha256").update(`${variantId}:${attempt}`).digest()
  return inStoreEan13(hash.readUIntBE(0, 6) % IN_STORE_NUMBERS)
}

/**
 * Gives variants without any code an in-store EAN-13. It is stored in the store, from where it is pushed to the POS.
 */
export const posGenerateBarcodesWorkflow = createWorkflow("pos-generate-barcodes", (input: GenerateBarcodesInput) => {
  const barcodes = posChooseBarcodesStep(input)
  updateProductVariantsWorkflow.runAsStep({
    input: transform({ chosen: barcodes }, (data) => ({
      product_variants: data.chosen.map(({ variant_id, barcode }) => ({ id: variant_id, barcode })),
    })),
  })
  return new WorkflowResponse(barcodes)
})

type Run = InferTypeOf<typeof PosRun>

/** Number of products in one piece. Barcodes change their variants, up to 99 of each, with a workflow of Medusa. */
const PIECE = 200

const detailsSchema = z.object({
  action: z.enum(BULK_ACTIONS),
  state: z.enum(PRODUCT_LINK_STATES).nullable(),
  q: z.string().nullable(),
})

/**
 * Resumes an action on all matching products, in the order of their ids: a changed product may no longer match. A piece
 * that a crash interrupts is repeated, which changes nothing.
 */
export async function resumeBulkAction(container: MedusaContainer, run: Run, lease: HeldLease): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const details = detailsSchema.parse(run.details)
  const matching = {
    connection_id: run.connection_id,
    state: details.state ?? undefined,
    q: details.q ?? undefined,
  }
  let { done, cursor } = run
  await resumeInPieces(container, run, lease, async () => {
    const ids = await pos.query((sql) => nextMatching(sql, matching, cursor ?? "", PIECE))
    const last = ids.at(-1)
    if (last === undefined) {
      return null
    }
    await change(container, run.connection_id, ids, details.action)
    done += ids.length
    cursor = last
    return { cursor, done, total: Math.max(run.total, done), details }
  })
  runInBackground(container, "pushing what was changed", drainOutbox(container, run.connection_id))
}

async function change(container: MedusaContainer, connectionId: string, ids: string[], action: BulkAction) {
  const pos = container.resolve(POS_MODULE)
  if (action === "barcodes") {
    await posGenerateBarcodesWorkflow(container).run({ input: { product_ids: ids } })
    return
  }
  if (action === "push") {
    await pos.query((sql) => markProductsDue(sql, connectionId, newMarks(ids), null))
    return
  }
  const over = await openCatalog(container, async () => fetchProductsById(container, ids))
  await pos.query(async (sql) =>
    setInclusion(sql, connectionId, newMarks(await findLivingProducts(over(sql), ids)), action)
  )
}
