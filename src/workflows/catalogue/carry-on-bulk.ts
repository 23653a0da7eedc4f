import type { InferTypeOf, MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { nextMatching } from "../../medusa-tables/catalogue/all-matching-links"
import { findLivingProducts } from "../../medusa-tables/catalogue/sold-products"
import { POS_MODULE } from "../../modules/pos"
import type { PosRun } from "../../modules/pos/models"
import { markProductsDue, newMarks, setInclusion } from "../../modules/pos/queries/outbox/product-marks"
import { BULK_ACTIONS, type BulkAction } from "../../vocabulary/bulk-action"
import { PRODUCT_LINK_STATES } from "../../vocabulary/product-link"
import { carryOnInPieces } from "../catch-up/carry-on-in-pieces"
import { drainOutbox } from "../push/drain-outbox"
import { posGenerateBarcodesWorkflow } from "../push/generate-barcodes"
import { goOnBeside } from "../queue/background"
import type { HeldLease } from "../queue/with-lease"

type Run = InferTypeOf<typeof PosRun>

/** Products of one piece: barcodes change their variants, up to 99 of each, by a workflow of Medusa's. */
const PIECE = 200

const detailsSchema = z.object({
  action: z.enum(BULK_ACTIONS),
  state: z.enum(PRODUCT_LINK_STATES).nullable(),
  q: z.string().nullable(),
})

/**
 * Carries on what is done with all products that match, in the order of their ids: what was done with one may have it
 * match no more, and a piece that a crash cuts off is done again, which changes nothing.
 */
export async function carryOnBulk(container: MedusaContainer, run: Run, lease: HeldLease): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const details = detailsSchema.parse(run.details)
  const matching = {
    connection_id: run.connection_id,
    ...(details.state === null ? {} : { state: details.state }),
    ...(details.q === null ? {} : { q: details.q }),
  }
  let { done, cursor } = run
  await carryOnInPieces(container, run, lease, async () => {
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
  goOnBeside(container, "pushing what was changed", drainOutbox(container, run.connection_id))
}

async function change(container: MedusaContainer, connectionId: string, ids: string[], action: BulkAction) {
  const pos = container.resolve(POS_MODULE)
  if (action === "barcodes") {
    await posGenerateBarcodesWorkflow(container).run({ input: { product_ids: ids } })
    return
  }
  await pos.query(async (sql) =>
    action === "push"
      ? markProductsDue(sql, connectionId, newMarks(ids), null)
      : setInclusion(sql, connectionId, newMarks(await findLivingProducts(sql, ids)), action)
  )
}
