import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { updateProductsWorkflow } from "@medusajs/medusa/core-flows"
import type { MirrorStage } from "../mirror/stage"

/** How often a burst of sales comes, all in one moment. */
const BURST_MS = 1_000

/** Products that one bulk edit changes, and the rest after it. */
const EDITED = 200
const BETWEEN_EDITS_MS = 5_000

const rest = (milliseconds: number, signal: AbortSignal) => sleep(milliseconds, null, { signal }).catch(() => null)

/** Sells so many at once each second, of one register, until `ends` says so. */
export async function sellInBursts(
  { posDriver, goods }: MirrorStage,
  size: number,
  ends: AbortSignal
): Promise<number> {
  let sold = 0
  while (!ends.aborted) {
    const due = rest(BURST_MS, ends)
    const burst = Array.from({ length: size }, (_none, index) => goods[(sold + index) % goods.length])
    await Promise.all(
      burst.map(async (item) => posDriver.sell([{ variantUuid: item?.variantUuid ?? "", quantity: 1 }]))
    )
    sold += size
    await due
  }
  return sold
}

/** Edits these products in bulk, as Medusa's own import does, until `ends` says so. */
export async function editInBulk(container: MedusaContainer, productIds: string[], ends: AbortSignal): Promise<number> {
  let edited = 0
  for (let round = 0; !ends.aborted; round++) {
    const first = (round * EDITED) % productIds.length
    const ids = productIds.slice(first, first + EDITED)
    await updateProductsWorkflow(container).run({
      input: { products: ids.map((id) => ({ id, title: `Ändrad ${round} ${id.slice(-8)}` })) },
    })
    edited += ids.length
    await rest(BETWEEN_EDITS_MS, ends)
  }
  return edited
}
