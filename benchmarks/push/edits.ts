import { performance } from "node:perf_hooks"
import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { updateProductsWorkflow, updateProductVariantsWorkflow } from "@medusajs/medusa/core-flows"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { POS_MODULE } from "../../src/modules/pos"
import type { PosProduct } from "../../src/pos-api/contract"
import { VAT_PERCENTAGE } from "../../test-support/seed-benchmark-store"

const LOOK_MS = 10
const PATIENCE_MS = 30_000
const MOST_PAUSE_MS = 300

/** An edit that the register never saw. */
class LostEditError extends Error {
  constructor(link: object) {
    super(`An edit did not reach the POS within ${PATIENCE_MS / 1_000} s: ${JSON.stringify(link)}`)
    this.name = "LostEditError"
  }
}

const variantsSchema = z.tuple([z.looseObject({ id: z.string() })], z.unknown())

/**
 * Edits one product after the other, titles and prices by turns, through Medusa's workflows; `skip` leaves out those that
 * were edited before.
 * @returns for each edit the milliseconds from the call of the workflow until the POS shows it
 */
export async function editTimes(
  container: MedusaContainer,
  connectionId: string,
  { edits, skip = 0 }: { edits: number; skip?: number }
): Promise<number[]> {
  const pos = container.resolve(POS_MODULE)
  const { products } = await pos.clientOf(connectionId)
  const page = { take: edits, skip, order: { id: "DESC" } }
  const links = await pos.listPosProductLinks({ connection_id: connectionId }, page)
  const times: number[] = []
  for (const [index, link] of links.entries()) {
    const { edit, isThere } = index % 2 === 0 ? titleEdit(link.product_id) : await priceEdit(container, link.product_id)
    const started = performance.now()
    await edit(container)
    while (!isThere((await products.get(link.product_uuid)).product)) {
      if (performance.now() - started > PATIENCE_MS) {
        const { accepted_content, pos_content, ...state } = await pos.retrievePosProductLink(link.id)
        throw new LostEditError({ ...state, accepted: accepted_content?.name, posDriver: pos_content !== null })
      }
      await sleep(LOOK_MS)
    }
    times.push(performance.now() - started)
    // Edits of people fall anywhere into the pumps' beat.
    await sleep(Math.random() * MOST_PAUSE_MS)
  }
  return times
}

type Edit = { edit: (container: MedusaContainer) => Promise<unknown>; isThere: (product: PosProduct) => boolean }

function titleEdit(productId: string): Edit {
  const title = `Ändrad ${productId.slice(-8)}`
  return {
    edit: async (container) =>
      updateProductsWorkflow(container).run({ input: { selector: { id: productId }, update: { title } } }),
    isThere: ({ name }) => name === title,
  }
}

async function priceEdit(container: MedusaContainer, productId: string): Promise<Edit> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "variant", fields: ["id"], filters: { product_id: productId } })
  const [variant] = variantsSchema.parse(data)
  const newPrice = 2_000
  const amount = newPrice * (100 + Number(VAT_PERCENTAGE))
  return {
    edit: async () =>
      updateProductVariantsWorkflow(container).run({
        input: { selector: { id: variant.id }, update: { prices: [{ amount: newPrice, currency_code: "sek" }] } },
      }),
    isThere: ({ variants }) => (variants ?? []).some((item) => item.price?.amount === amount),
  }
}
